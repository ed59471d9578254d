/** Cyrillic and Greek letters that look like a Latin letter, in lower case or as a capital. */
const LATIN_LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  н: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  у: 'y',
  ү: 'y',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  γ: 'y',
  ω: 'w',
};

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LATIN = /\p{Script=Latin}/u;
const OTHER = new RegExp(`[${Object.keys(LATIN_LOOK_ALIKES).join('')}]`, 'u');
const ALL_OTHER = new RegExp(OTHER, 'gu');

/** Replaces look-alike letters in words that contain Latin letters. Words entirely in another script stay unchanged. */
export function replaceLookAlikes(folded: string): string {
  if (!OTHER.test(folded)) return folded;
  return folded.replace(WORD, (word) =>
    LATIN.test(word) ? word.replace(ALL_OTHER, (letter) => LATIN_LOOK_ALIKES[letter] ?? letter) : word,
  );
}
