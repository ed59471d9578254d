const ENDING = /\.(?:png|jpe?g|gif|bmp|webp)$/i;

/**
 * Whether a text is the address of an image that may be shown in a room (GC-54, X-47): http or https, with one of the
 * known endings on its path. For the input and for the server alike.
 */
export function isGroupImageUrl(text: string): boolean {
  const address = text.trim();
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  return ENDING.test(new URL(address).pathname);
}
