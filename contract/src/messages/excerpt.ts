import { graphemesOf } from '../kernel/graphemes.ts';
import { EXCERPT_MAX } from './messages.limits.ts';

/** Text between two double bars, which readers see only once they press it (FT-01). */
const HIDDEN_TEXT = /\|\|.+?\|\|/gsu;

/** Stands for hidden text, in any language. */
export const HIDDEN_SIGN = '▒▒▒';

/**
 * Returns the beginning of a text on one line: at most {@link EXCERPT_MAX} characters, with no grapheme cut (RY-01). Hidden
 * text is replaced first, because a cut could remove the sign at its end.
 */
export function excerptOf(text: string): string {
  const line = text.replaceAll(HIDDEN_TEXT, HIDDEN_SIGN).trim().replaceAll(/\s+/gu, ' ');
  return cutText(line, EXCERPT_MAX);
}

/** Returns the beginning of a text, at most `max` characters, with no grapheme cut. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (const { index, segment } of graphemesOf(text)) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  return text.slice(0, end).trimEnd();
}
