/** A private message: the names at its beginning, as typed but in lower case, and the words after them. */
export type Whisper = { readonly names: readonly string[]; readonly words: string };

/** One `@name` at the beginning with the space after it; some keyboards type the sign in full width. */
const MENTION = /^[@＠](\S*)\s+/u;

/** What may stand in front of a name without being seen, and inside of one. */
const UNSEEN_BEFORE = /^[\s\p{Cc}\p{Cf}]+/u;
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;

/**
 * Reads the names that a message is for (GC-57, X-35), for the input and for the server alike. Undefined for a message
 * to everybody. Any white space counts as the space, and what stands in front is passed over: a message meant for one
 * must never be shown to all. With an image or a video a name alone is enough, because nothing has to follow it.
 */
export function readWhisper(content: string, hasAttachment = false): Whisper | undefined {
  const names: string[] = [];
  const shown = (text: string): string => text.replace(UNSEEN_BEFORE, '');
  let words = shown(hasAttachment ? `${content} ` : content);
  for (let mention = MENTION.exec(words); mention; mention = MENTION.exec(words)) {
    names.push((mention[1] ?? '').replace(UNSEEN, '').toLowerCase());
    words = shown(words.slice(mention[0].length));
  }
  return names.length === 0 ? undefined : { names: [...new Set(names)], words: words.trimEnd() };
}
