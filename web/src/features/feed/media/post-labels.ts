import type { Post } from '@adda/contract/feed';
import { t } from '@lingui/core/macro';
import { displayedName } from '@adda/contract/accounts';
import { usePreviewText } from '../../../ui/preview-text.ts';

/** Maximum length of an alternative text, in characters. */
const ALT_MAX = 140;

/** Returns the display name of a post's sender. */
export const senderName = (post: Pick<Post, 'sender_display_name' | 'sender_username'>): string =>
  post.sender_display_name || displayedName(post.sender_username);

/** Returns the alternative text of a post's picture: its caption without formatting, otherwise its kind and the sender's name. */
export function useAltText(post: Post): string {
  const caption = usePreviewText(post.caption ?? '') ?? '';
  if (caption !== '') return caption.length > ALT_MAX ? `${caption.slice(0, ALT_MAX)}…` : caption;
  const name = post.is_ad ? (post.sponsor ?? '') : senderName(post);
  return post.is_video ? t`Video by ${name}` : t`Photo by ${name}`;
}

/** Returns 'Failed to load image or video: {filename}' (ME-29). */
export function loadProblem(post: Post): string {
  const filename = post.original_filename ?? (post.is_video ? t`video` : t`photo`);
  return t`Failed to load image or video: ${filename}`;
}
