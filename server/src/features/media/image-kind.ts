/** Accepted kinds of pictures (CO-31, X-47). */
export type ImageKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp';

/** The first bytes of each kind; `.` matches any byte. */
const SIGNATURES: readonly (readonly [ImageKind, string])[] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['webp', 'RIFF....WEBPVP8'],
  ['bmp', 'BM'],
];

/**
 * Returns the kind by the first bytes; file names and claimed types are ignored. Undefined for other content.
 */
export function imageKindOf(bytes: Uint8Array): ImageKind | undefined {
  const beginsWith = (signature: string) =>
    Array.from(signature).every((letter, at) => letter === '.' || bytes[at] === letter.charCodeAt(0));
  return SIGNATURES.find(([, signature]) => beginsWith(signature))?.[0];
}
