/** How the pixels of a webp are packed. */
export type WebpKind = 'lossy' | 'lossyWithAlpha' | 'lossless' | 'moving';

const FIRST_CHUNK_AT = 12;
/** Chunks before the pixels (profile, metadata). Regular encoders write fewer. */
const CHUNKS_READ = 32;
const KINDS: Readonly<Record<string, WebpKind>> = {
  'VP8 ': 'lossy',
  ALPH: 'lossyWithAlpha',
  VP8L: 'lossless',
  ANMF: 'moving',
};

/**
 * Returns the kind of the first chunk with pixels, because the file header may be false. Returns `moving`, which
 * needs the most memory, when there is none.
 */
export function webpKindOf(bytes: Uint8Array): WebpKind {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = FIRST_CHUNK_AT;
  for (let chunk = 0; chunk < CHUNKS_READ && at + 8 <= bytes.length; chunk += 1) {
    const kind = KINDS[String.fromCharCode(...bytes.subarray(at, at + 4))];
    if (kind) return kind;
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  return 'moving';
}
