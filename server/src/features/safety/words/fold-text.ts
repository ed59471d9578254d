import { replaceLookAlikes } from './look-alike-letters.ts';

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
