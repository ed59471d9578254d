/** What nobody sees: control characters and those that only steer others, such as a zero-width space. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/** Whether there is nothing to see in a text (GC-56). For the input and for the server alike. */
export const isBlankText = (text: string): boolean => text.replace(INVISIBLE, '').trim() === '';
