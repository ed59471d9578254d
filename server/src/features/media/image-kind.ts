/** Kinds of pictures that are taken in (CO-31, X-47). */
export type ImageKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp';

/** What the content of each kind begins with, letter by letter; `.` stands for any byte. */
const SIGNATURES: readonly (readonly [ImageKind, string])[] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['webp', 'RIFF....WEBPVP8'],
  ['bmp', 'BM'],
];

/** The kind that the first bytes say; names and claimed types count for nothing. Undefined for other content. */
export function imageKindOf(bytes: Uint8Array): ImageKind | undefined {
  const beginsWith = (signature: string) =>
    Array.from(signature).every((letter, at) => letter === '.' || bytes[at] === letter.charCodeAt(0));
  return SIGNATURES.find(([, signature]) => beginsWith(signature))?.[0];
}
