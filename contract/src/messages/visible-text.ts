/** What somebody sees: no space, no control character, none that only steers others, such as a zero-width space. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

/** Whether there is nothing to see in a text (GC-56). For the input and for the server alike. */
export const isBlankText = (text: string): boolean => !VISIBLE.test(text);
