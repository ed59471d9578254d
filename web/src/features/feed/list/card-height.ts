import type { Post } from '@adda/contract/feed';
import { boxHeight } from '../media/media-frame.tsx';

/** Heights of a card's elements in pixels, and characters per row at the usual width. */
const HEADER = 76;
const ACTIONS = 60;
const LIKED_BY = 32;
const LINE = 24;
const LINE_CHARACTERS = 70;
const AD_LINK = 72;

/** Maximum share of the window's height for a picture, the same as in the CSS of a card. */
const MAX_WINDOW_SHARE = 0.8;

/**
 * Returns the estimated height of a card in pixels for a list of this width; replaced by the measured height after
 * rendering.
 */
export function cardHeight(post: Post, width: number): number {
  const text = [post.caption, post.hashtags].filter(Boolean).join('\n');
  const lines = text === '' ? 0 : Math.ceil(text.length / LINE_CHARACTERS) + text.split('\n').length - 1;
  const picture = post.has_media ? Math.min(boxHeight(post, width), innerHeight * MAX_WINDOW_SHARE) : 0;
  const below = post.is_ad ? AD_LINK : ACTIONS + (post.liked_by.length > 0 ? LIKED_BY : 0);
  return HEADER + lines * LINE + picture + below;
}
