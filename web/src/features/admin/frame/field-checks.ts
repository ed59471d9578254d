/** Whether a text is a web address. */
export const isWebAddress = (text: string): boolean =>
  /^https?:$/.test(URL.parse(text.trim())?.protocol ?? '');

/** Whether a text is a whole number within the limits. */
export function isWholeNumber(text: string, least: number, most: number): boolean {
  const number = Number(text);
  return text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most;
}
