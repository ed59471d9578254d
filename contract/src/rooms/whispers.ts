/** A private message: the names at its beginning, as typed but in lower case, and the words after them. */
export type Whisper = { readonly names: readonly string[]; readonly words: string };

/** One `@name` at the beginning with the space after it. */
const MENTION = /^@(\S*)\s+/;

/**
 * Reads the names that a message is for (GC-57, X-35), for the input and for the server alike. Undefined for a message to everybody. Any white space counts
 * as the space, and what stands in front is passed over: a message meant for one must never be shown to all.
 */
export function readWhisper(content: string): Whisper | undefined {
  const names: string[] = [];
  let words = content.trimStart();
  for (let mention = MENTION.exec(words); mention; mention = MENTION.exec(words)) {
    names.push((mention[1] ?? '').toLowerCase());
    words = words.slice(mention[0].length);
  }
  return names.length === 0 ? undefined : { names: [...new Set(names)], words };
}
