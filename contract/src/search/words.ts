/** A word of a text: its form for comparison, and its place in UTF-16 offsets, the end exclusive. */
export type Word = { readonly text: string; readonly start: number; readonly end: number };

/** Joiners and variation selectors: part of the word that they stand in, but not compared. */
const INVISIBLE = '\u200c\u200d\u2060\ufe00-\ufe0f\ufeff\u{e0100}-\u{e01ef}';
const WORD = new RegExp(`[\\p{L}\\p{M}\\p{Nd}_${INVISIBLE}]+`, 'gu');
const INVISIBLE_START = new RegExp(`^[${INVISIBLE}]+`, 'u');
const INVISIBLE_END = new RegExp(`[${INVISIBLE}]+$`, 'u');
const PLAIN = /^[a-z0-9_]*$/;

/** Tatweel, hamza alone, and joiners. */
const IGNORED = new RegExp(`[${INVISIBLE}\\u0621\\u0640\\u0674]+`, 'gu');
const LATIN_ACCENTS = /(\p{Script=Latin})\p{M}+/gu;
/** Vowel marks, with those for madda and hamza that the canonical decomposition separates from their letters. */
const ARABIC_MARKS =
  /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff]+/g;

/** Letters that are compared as others: Latin with strokes, Greek final sigma, and forms of Arabic letters. */
const ALIKE: Readonly<Record<string, string>> = {
  ß: 'ss',
  đ: 'd',
  ø: 'o',
  ł: 'l',
  ς: 'σ',
  ك: 'ک',
  ي: 'ی',
  ى: 'ی',
  ہ: 'ه',
  ە: 'ه',
  ٱ: 'ا',
};
const HAS_ALIKE = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'g');

/**
 * Returns the form in which texts are compared: NFC, without case, Latin accents, Arabic vowel marks, tatweel and joiners,
 * with letters that count as the same replaced by one of them (SR-01).
 */
export function comparable(text: string): string {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return text
    .replace(IGNORED, '')
    .toUpperCase() // both ways: some letters have two lower-case forms
    .toLowerCase()
    .normalize('NFD')
    .replace(LATIN_ACCENTS, '$1')
    .replace(ARABIC_MARKS, '')
    .replace(HAS_ALIKE, (letter) => ALIKE[letter] ?? letter)
    .normalize('NFC');
}

/** Returns the words of a text in their order: it is split at what is neither letter, mark, digit nor `_` (SR-01). */
export function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: found, index } of text.matchAll(WORD)) {
    const form = comparable(found);
    if (form === '') continue;
    const start = index + (INVISIBLE_START.exec(found)?.[0].length ?? 0);
    const end = index + found.length - (INVISIBLE_END.exec(found)?.[0].length ?? 0);
    words.push({ text: form, start, end });
  }
  return words;
}

/**
 * Returns the end of the part of a word that matches `beginning`, the beginning of its form for comparison, as an offset in
 * the text. Marks that follow the last matching letter belong to it.
 */
export function endOfBeginning(text: string, { start, end }: Word, beginning: string): number {
  let matched: string | undefined;
  let at = start;
  for (const character of text.slice(start, end)) {
    const form = comparable(text.slice(start, at + character.length));
    if (matched !== undefined && form !== matched) return at;
    at += character.length;
    if (matched === undefined && form.startsWith(beginning)) matched = form;
  }
  return end;
}

const lettersOf = (text: string): string[] => Array.from(text);

/** Whether two texts differ by at most one typing mistake: a letter missing, added, changed, or two swapped (SR-02). */
export function isOneTypoApart(one: string, other: string): boolean {
  const [short, long] =
    one.length <= other.length ? [one, other].map(lettersOf) : [other, one].map(lettersOf);
  if (!short || !long) return false;
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = (letters: readonly string[], from: number) => letters.slice(from).join('');
  if (short.length < long.length) return rest(short, at) === rest(long, at + 1);
  if (rest(short, at + 1) === rest(long, at + 1)) return true;
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, at + 2) === rest(long, at + 2)
  );
}
