const ENDING = /\.(?:jpg|png|gif|webp)$/i;

/**
 * Whether a text is the address of an image that may be sent in a private chat (PC-31, X-47): http or https, with one
 * of the known endings on its path. For the input and for the server alike.
 */
export function isPrivateImageUrl(text: string): boolean {
  const address = text.trim();
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  return ENDING.test(new URL(address).pathname);
}
