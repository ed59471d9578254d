/** A visible character: no space, no control character, no format character such as a zero-width space. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

/** Whether a text has no visible character (GC-56). Used by the input and by the server. */
export const isBlankText = (text: string): boolean => !VISIBLE.test(text);

/**
 * Returns the text with single-character line breaks: forms send two characters, but length limits count one.
 */
export const withPlainLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Returns the number of characters as `z.maxLength` counts them: a code point beyond the BMP counts as one. */
export const countCharacters = (text: string): number => Array.from(text).length;

/** Line breaks, and characters that change the text direction or are invisible. */
const UNFIT_FOR_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** Whether a text contains a character that no name may contain. */
export const isUnfitForNames = (text: string): boolean => UNFIT_FOR_NAMES.test(text);
