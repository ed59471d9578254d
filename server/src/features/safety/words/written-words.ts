import { shapeOf, spellingsOf, type Shape } from './spellings.ts';

/** One way to read on: the shapes that stand here, and the place after them. */
export type Step = { readonly to: number; readonly shapes: readonly Shape[] };

/** The words of a text in their order, from each place on. */
export type WrittenWords = readonly (readonly Step[])[];

/** `@` and `$` are both: a sign beside a word, as in `@ann`, and a letter of it, as in `cl@ss`. */
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
const WORDS_WITH_SIGNS = /[\p{L}\p{M}\p{N}@$]+/gu;
const HAS_LETTER = /\p{L}/u;
const SINGLE = /^[\p{L}\p{N}@$]\p{M}*$/u;

type Word = { readonly text: string; readonly start: number; readonly end: number };

function wordsIn(folded: string, pattern: RegExp): Word[] {
  return [...folded.matchAll(pattern)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));
}

/** The words of a folded listed word; the signs belong to them. */
export const listedWordsOf = (folded: string): readonly string[] =>
  wordsIn(folded, WORDS_WITH_SIGNS).map((word) => word.text);

/** How a folded text is read: once, and once more where a sign may be a letter. */
export function readingsOf(folded: string): readonly WrittenWords[] {
  const plain = read(folded, WORDS);
  return /[@$]/.test(folded) ? [plain, read(folded, WORDS_WITH_SIGNS)] : [plain];
}

function read(folded: string, pattern: RegExp): WrittenWords {
  const words = wordsIn(folded, pattern);
  const known = new Map<string, readonly Shape[]>();
  const stepOf = (to: number, word: string): Step => {
    const shapes = known.get(word) ?? spellingsOf(word).map(shapeOf);
    known.set(word, shapes);
    return { to, shapes };
  };
  const steps = words.map((word, index): Step[] => [stepOf(index + 1, word.text)]);
  for (const [from, to] of spacedOut(folded, words)) {
    const joined = words.slice(from, to).map((word) => word.text);
    const word = joined.join('');
    if (HAS_LETTER.test(word)) steps[from]?.push(stepOf(to, word));
  }
  return steps;
}

/**
 * Rows of single letters that spell one word (`f.u.n`), each from its first word to the place after its last: the whole
 * row, and its parts with one kind of separator, so that “u r f-u-n” is read too. Never a part of such a row: spaced
 * letters are inside a longer word as much as others are.
 */
function spacedOut(folded: string, words: readonly Word[]): [from: number, to: number][] {
  const rows: [number, number][] = [];
  const gapAfter = (at: number) => folded.slice(words[at]?.end, words[at + 1]?.start);
  const isSingle = (at: number) => SINGLE.test(words[at]?.text ?? '');
  for (let from = 0; from < words.length; from += 1) {
    if (!isSingle(from)) continue;
    let to = from + 1;
    while (to < words.length && isSingle(to)) to += 1;
    const parts: [number, number][] = [];
    for (let start = from, at = from; at < to - 1; at += 1) {
      const ends = at + 1 === to - 1 || gapAfter(at + 1) !== gapAfter(at);
      if (ends) parts.push([start, at + 2]);
      if (ends) start = at + 1;
    }
    if (to - from > 1) rows.push([from, to]);
    if (parts.length > 1) rows.push(...parts);
    from = to;
  }
  return rows;
}
