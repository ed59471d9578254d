/** The web addresses of a text: where links begin, and where signs are no formatting. */
export const ADDRESS = /https?:\/\/[^\s<>"']+/gi;

// The lookbehind matches only at the first punctuation mark, so that a long row of dots takes linear time.
const ENDING = /(?<![.,;:!?…)\]}'"])[.,;:!?…)\]}'"]+$/;

/** An address in a text: its place, its text as typed, and the normalised URL. */
export type FoundAddress = { readonly index: number; readonly text: string; readonly href: string };

/** Returns the URL of an address if it may be linked, otherwise undefined: http and https only. */
function safeAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

/** Returns the addresses of a text that are links; punctuation at the end of a sentence is not part of an address. */
export function addressesIn(text: string): FoundAddress[] {
  return [...text.matchAll(ADDRESS)].flatMap(({ 0: found, index }) => {
    const address = found.replace(ENDING, '');
    const href = safeAddress(address);
    return href === undefined ? [] : [{ index, text: address, href }];
  });
}
