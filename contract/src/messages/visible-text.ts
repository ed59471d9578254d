/** What somebody sees: no space, no control character, none that only steers others, such as a zero-width space. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

/** Whether there is nothing to see in a text (GC-56). For the input and for the server alike. */
export const isBlankText = (text: string): boolean => !VISIBLE.test(text);

/** A text with one character at the end of each line: forms send two there, and people count what they typed. */
export const withPlainLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** How many characters a text has, as `z.maxLength` counts them: one beyond the first plane of Unicode is one. */
export const countCharacters = (text: string): number => Array.from(text).length;

/** Lines, and characters that turn the direction of what stands around them or are not seen at all. */
const UNFIT_FOR_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** Whether a text holds what no name may hold. */
export const isUnfitForNames = (text: string): boolean => UNFIT_FOR_NAMES.test(text);
