import { TYPO_MIN } from './search.limits.ts';
import { comparable, isOneTypoApart, wordsIn } from './words.ts';

/** How well a name matches a search text: 0 is the same, 1 begins with it, 2 has one typing mistake (SR-02). */
export type NameRank = 0 | 1 | 2;

const textsOf = (text: string): string[] => wordsIn(text).map((word) => word.text);

/**
 * Returns how well a name matches a search text; undefined if it does not. Every word of the text must begin a word of the
 * name. One of them may have a typing mistake if it has at least `TYPO_MIN` characters.
 */
export function rankOfName(name: string, text: string): NameRank | undefined {
  const [names, wanted] = [textsOf(name), textsOf(text)];
  if (wanted.length === 0) return undefined;
  if (names.join(' ') === wanted.join(' ')) return 0;
  const missing = wanted.filter((word) => !names.some((part) => part.startsWith(word)));
  if (missing.length === 0) return 1;
  const [mistyped = '', ...others] = missing;
  const isSimilar =
    others.length === 0 &&
    mistyped.length >= TYPO_MIN &&
    names.some((part) => isOneTypoApart(part, mistyped));
  return isSimilar ? 2 : undefined;
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789_-.');

/**
 * Returns the texts that differ from a name by one typing mistake, in the letters of usernames; none for a name shorter than
 * `TYPO_MIN`. A few hundred lookups by index cost less than comparing every name.
 */
export function typosOf(given: string): string[] {
  const name = comparable(given);
  if (name.length < TYPO_MIN || !name.isWellFormed()) return [];
  const typos = new Set<string>();
  for (let at = 0; at <= name.length; at += 1) {
    const [start, end] = [name.slice(0, at), name.slice(at)];
    for (const letter of LETTERS) {
      typos.add(start + letter + end);
      if (end !== '') typos.add(start + letter + end.slice(1));
    }
    typos.add(start + end.slice(1));
    typos.add(start + end.slice(1, 2) + end.slice(0, 1) + end.slice(2));
  }
  typos.delete(name);
  return [...typos];
}
