/**
 * A private message in a room: the recipients' names at its beginning (as typed, in lower case) and the text after them.
 */
export type Whisper = { readonly names: readonly string[]; readonly words: string };

/** One `@name` at the beginning with the following space; some keyboards type the sign in full width. */
const MENTION = /^[@＠](\S*)\s+/u;

/** Invisible characters that may precede a name or be inside it. */
const LEADING_INVISIBLE = /^[\s\p{Cc}\p{Cf}]+/u;
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/**
 * Returns the recipients and text of a whisper (GC-57, X-35), or undefined for a message to all members. Used by the input
 * and by the server. Any white space counts as the space, and invisible characters in front are skipped, because a private
 * message must never be shown to all members. With an image or a video a name alone is enough, because no text has to
 * follow it.
 */
export function readWhisper(content: string, hasAttachment = false): Whisper | undefined {
  const names: string[] = [];
  const skipInvisible = (text: string): string => text.replace(LEADING_INVISIBLE, '');
  let words = skipInvisible(hasAttachment ? `${content} ` : content);
  for (let mention = MENTION.exec(words); mention; mention = MENTION.exec(words)) {
    names.push((mention[1] ?? '').replace(INVISIBLE, '').toLowerCase());
    words = skipInvisible(words.slice(mention[0].length));
  }
  return names.length === 0 ? undefined : { names: [...new Set(names)], words: words.trimEnd() };
}

/** Returns the text of a message without the names at the beginning of a whisper. */
export const wordsOf = (content: string, isWhisper: boolean): string =>
  isWhisper ? (readWhisper(content, true)?.words ?? content) : content;
