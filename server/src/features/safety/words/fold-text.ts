import { inOneScript } from './look-alike-letters.ts';

/** Marks that many scripts share, such as accents and vowel points; signs that spell stay, as do those of kana. */
const ACCENTS = /(?![\u3099\u309A])[\p{M}&&\p{Script=Inherited}]/gv;

/** Takes no room of its own: joiners, direction marks, soft hyphens, fillers, the stretching of Arabic letters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;

/** Letters that are one to the eye, and that no normalisation makes one. */
const SAME: Readonly<Record<string, string>> = {
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
  // Small capitals, of which NFKC makes nothing.
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
const SAME_LETTERS = new RegExp(`[${Object.keys(SAME).join('')}]`, 'gu');

/**
 * A text without what only looks different: compatibility forms, upper and lower case, accents, letters of another
 * script within a word, and what is not seen (SV-105). Letters of scripts without case, with the signs that spell, stay as they are.
 */
export function foldText(text: string): string {
  return inOneScript(
    text
      .normalize('NFKC')
      .replace(UNSEEN, '')
      // Upper case first: it is where ß, ſ and ı meet their kind.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFD')
      .replace(ACCENTS, '')
      .normalize('NFC')
      .replace(SAME_LETTERS, (letter) => SAME[letter] ?? letter),
  );
}
