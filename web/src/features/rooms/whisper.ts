/** One `@name` at the beginning with the space after it. */
const MENTION = /^@(\S+)\s+/;

/**
 * The names that a text is meant for alone, as the server reads them (GC-57, X-35): every `@name` at its
 * beginning that a space follows, in lower case. Empty for words to everybody.
 */
export function whisperNames(text: string): readonly string[] {
  const names = new Set<string>();
  let rest = text.trimStart();
  for (let found = MENTION.exec(rest); found; found = MENTION.exec(rest)) {
    names.add((found[1] ?? '').toLowerCase());
    rest = rest.slice(found[0].length);
  }
  return [...names];
}
