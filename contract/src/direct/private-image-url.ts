const ENDING = /\.(?:jpg|png|gif|webp)$/i;

/**
 * Whether a text is the URL of an image that may be sent in a private chat (PC-31, X-47): http or https, with a known
 * extension at the end of its path. Used by the input and by the server.
 */
export function isPrivateImageUrl(text: string): boolean {
  const address = text.trim();
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  return ENDING.test(new URL(address).pathname);
}
