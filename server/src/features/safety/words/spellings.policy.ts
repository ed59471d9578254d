/** Digits and signs used in place of a letter. `1` can mean two letters and is handled separately. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};
const LOOK_ALIKE = /[03457@$]/g;
const LETTER = /\p{L}/u;

/** Maximum number of groups of ones that are expanded independently, to limit the number of spellings. */
const INDEPENDENT_ONES_MAX = 3;

/**
 * Returns the possible spellings of a folded word: itself, and with look-alike signs replaced by letters. A number
 * without letters is returned as it is.
 */
function spellingsOf(word: string): readonly string[] {
  if (!LETTER.test(word)) return [word];
  const spelled = word.replace(LOOK_ALIKE, (sign) => LOOK_ALIKES[sign] ?? sign);
  const read = expandOnes(spelled);
  return read.includes(word) ? read : [word, ...read];
}

/** Returns the spellings of a listed word to search for. All ones are read the same way. */
export function listedSpellingsOf(word: string): readonly string[] {
  if (!LETTER.test(word)) return [word];
  const spelled = word.replace(LOOK_ALIKE, (sign) => LOOK_ALIKES[sign] ?? sign);
  return [...new Set([spelled.replaceAll('1', 'i'), spelled.replaceAll('1', 'l'), word])];
}

function expandOnes(word: string): readonly string[] {
  const groups = word.match(/1+/g)?.length ?? 0;
  if (groups === 0) return [word];
  if (groups > INDEPENDENT_ONES_MAX) return [word.replaceAll('1', 'i'), word.replaceAll('1', 'l')];
  return Array.from({ length: 2 ** groups }, (_, choice) => {
    let group = -1;
    return word.replace(/1+/g, (ones) => {
      group += 1;
      return ((choice >> group) % 2 === 0 ? 'i' : 'l').repeat(ones.length);
    });
  });
}

/** A word without repeated letters, and the length of each run: 1, 2, or 3 for longer. */
export type Shape = { readonly skeleton: string; readonly counts: string };

/** Returns the shape of a spelling. */
export function shapeOf(spelling: string): Shape {
  let [skeleton, counts, last, count] = ['', '', '', 0];
  for (const letter of spelling) {
    if (letter === last) {
      count += 1;
      continue;
    }
    if (count > 0) counts += Math.min(count, 3);
    skeleton += letter;
    [last, count] = [letter, 1];
  }
  return { skeleton, counts: counts + Math.min(count, 3) };
}

/**
 * Returns whether a written word matches a listed one with the same skeleton. Runs of three or more match any length;
 * runs of one and two match exactly, so that “good” is not “god”.
 */
export function matchesCounts(written: string, listed: string): boolean {
  for (let at = 0; at < listed.length; at += 1) {
    if (written[at] !== '3' && written[at] !== listed[at]) return false;
  }
  return true;
}

/** A transition from a position in the text: the shapes read there, and the next position. */
type Step = { readonly to: number; readonly shapes: readonly Shape[] };

/** The transitions of a text by position. */
export type WrittenWords = readonly (readonly Step[])[];

/** `@` and `$` have two roles: a sign beside a word, as in `@ann`, and a letter within it, as in `cl@ss`. */
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

/** Returns the words of a folded listed phrase; signs count as letters. */
export const listedWordsOf = (folded: string): readonly string[] =>
  wordsIn(folded, WORDS_WITH_SIGNS).map((word) => word.text);

/** Returns the readings of a folded text: one, and a second one if signs may be letters. */
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
  for (const [from, to] of spacedWords(folded, words)) {
    const joined = words.slice(from, to).map((word) => word.text);
    const word = joined.join('');
    if (HAS_LETTER.test(word)) steps[from]?.push(stepOf(to, word));
  }
  return steps;
}

/**
 * Returns sequences of single letters that spell one word (`f.u.n`) as index ranges, end exclusive: the whole sequence,
 * and its parts with the same separator, so that “u r f-u-n” is found too. Never a substring of such a part, just as no
 * word is matched inside a longer one.
 */
function spacedWords(folded: string, words: readonly Word[]): [from: number, to: number][] {
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
