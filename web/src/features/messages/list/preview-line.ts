import { PREVIEW_LENGTH } from '@adda/contract/direct';
import { graphemesOf } from '@adda/contract/kernel/graphemes';
import { t } from '@lingui/core/macro';

/** Returns the beginning of a text, of at most this many graphemes, with an ellipsis if there is more. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text;
  let count = 0;
  for (const { index } of graphemesOf(text)) {
    if (count === most) return `${text.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return text;
}

/** What a preview needs of a message. */
export type PreviewedContent = {
  readonly content: string;
  readonly audio_url?: string | null;
  readonly youtube_url?: string | null;
};

/**
 * The beginning of a message in a list, cut at 35 graphemes (CV-03); 'Image', 'Video' or 'Voice message' without text (CV-04,
 * VM-01).
 */
export function previewOf({ content, audio_url: audio, youtube_url: video }: PreviewedContent): string {
  const text = content.trim().replace(/\s+/g, ' ');
  if (text === '' && audio) return t`Voice message`;
  if (text === '') return video ? t`Video` : t`Image`;
  return cutAt(text, PREVIEW_LENGTH);
}
