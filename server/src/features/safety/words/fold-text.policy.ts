/** Cyrillic and Greek letters that look like a Latin letter, as a small or as a capital letter. */
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
const LOOK_ALIKE = new RegExp(`[${Object.keys(LATIN_LOOK_ALIKES).join('')}]`, 'u');
const ALL_LOOK_ALIKES = new RegExp(LOOK_ALIKE, 'gu');

/** Replaces look-alike letters in words that contain Latin letters. Words entirely in another script stay unchanged. */
function replaceLookAlikes(folded: string): string {
  if (!LOOK_ALIKE.test(folded)) return folded;
  return folded.replace(WORD, (word) =>
    LATIN.test(word) ? word.replace(ALL_LOOK_ALIKES, (letter) => LATIN_LOOK_ALIKES[letter] ?? letter) : word,
  );
}

/**
 * Combining marks shared by many scripts, such as accents and vowel points. Marks of kana change the letter and are
 * kept.
 */
const ACCENTS = /(?![\u3099\u309A])[\p{M}&&\p{Script=Inherited}]/gv;

/** Characters without visible width: joiners, direction marks, soft hyphens, fillers, and the Arabic tatweel. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;

/** Letters that look alike but are not unified by Unicode normalisation. */
const EQUIVALENTS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ς: 'σ',
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ہ: 'ه',
  ۀ: 'ه',
  ة: 'ه',
  // Small capitals, which NFKC does not normalise.
  ᴀ: 'a',
  ʙ: 'b',
  ᴄ: 'c',
  ᴅ: 'd',
  ᴇ: 'e',
  ꜰ: 'f',
  ɢ: 'g',
  ʜ: 'h',
  ɪ: 'i',
  ᴊ: 'j',
  ᴋ: 'k',
  ʟ: 'l',
  ᴍ: 'm',
  ɴ: 'n',
  ᴏ: 'o',
  ᴘ: 'p',
  ʀ: 'r',
  ꜱ: 's',
  ᴛ: 't',
  ᴜ: 'u',
  ᴠ: 'v',
  ᴡ: 'w',
  ʏ: 'y',
  ᴢ: 'z',
};
const EQUIVALENT_LETTERS = new RegExp(`[${Object.keys(EQUIVALENTS).join('')}]`, 'gu');

/**
 * Normalises a text for comparison: compatibility forms, case, accents, look-alike letters of other scripts within a
 * word, and invisible characters (SV-105). Letters of scripts without case are kept with their spelling marks.
 */
export function foldText(text: string): string {
  return replaceLookAlikes(
    text
      .normalize('NFKC')
      .replace(INVISIBLE, '')
      // Upper case first: it maps ß, ſ and ı to their base letters.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFD')
      .replace(ACCENTS, '')
      .normalize('NFC')
      .replace(EQUIVALENT_LETTERS, (letter) => EQUIVALENTS[letter] ?? letter),
  );
}
