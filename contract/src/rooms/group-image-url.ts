const ENDING = /\.(?:png|jpe?g|gif|bmp|webp)$/i;

/**
 * Whether a text is the URL of an image that may be shown in a room (GC-54, X-47): http or https, with a known extension at
 * the end of its path. Used by the input and by the server.
 */
export function isGroupImageUrl(text: string): boolean {
  const address = text.trim();
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  return ENDING.test(new URL(address).pathname);
}
