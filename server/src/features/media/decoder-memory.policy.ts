import type { Metadata } from 'sharp';

/** How the pixels of a webp are packed. */
type WebpKind = 'lossy' | 'lossyWithAlpha' | 'lossless' | 'moving';

const WEBP_FIRST_CHUNK_AT = 12;
/** Chunks before the pixels (profile, metadata). Regular encoders write fewer. */
const WEBP_CHUNKS_READ = 32;
const WEBP_KINDS: Readonly<Record<string, WebpKind>> = {
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
  let at = WEBP_FIRST_CHUNK_AT;
  for (let chunk = 0; chunk < WEBP_CHUNKS_READ && at + 8 <= bytes.length; chunk += 1) {
    const kind = WEBP_KINDS[String.fromCharCode(...bytes.subarray(at, at + 4))];
    if (kind) return kind;
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  return 'moving';
}

/** Bytes per pixel for the coefficients of a progressive JPEG, by chroma subsampling. */
const COEFFICIENTS: Readonly<Record<string, number>> = {
  '4:2:0': 3,
  '4:1:1': 3,
  '4:2:2': 4,
  '4:4:0': 4,
  '4:4:4': 6,
};
const MAX_COEFFICIENTS = 8;
/** Measured: the canvas, the previous frame, and the decoder's working memory. */
const GIF_BYTES_PER_PIXEL = 7.2;
/** Measured: a lossless webp is decoded completely; a lossy one row by row, unless it has transparency. */
const WEBP_BYTES_PER_PIXEL: Readonly<Record<WebpKind, number>> = {
  lossy: 1,
  lossyWithAlpha: 3,
  lossless: 4,
  moving: 4,
};

/**
 * Estimates the peak memory of the decoder in bytes, from the header. Most kinds are read row by row; these are not:
 * progressive JPEGs, interlaced PNGs, a frame of a GIF, most webps, and all frames of an animated one (`moving` of
 * them).
 */
export function decoderBytes(bytes: Uint8Array, metadata: Metadata, moving: number): number {
  const { format, width, height, isProgressive, channels, depth } = metadata;
  const pixels = width * height;
  if (format === 'jpeg') {
    const ofPixel = channels === 1 ? 2 : (COEFFICIENTS[metadata.chromaSubsampling ?? ''] ?? MAX_COEFFICIENTS);
    return isProgressive ? pixels * ofPixel : 0;
  }
  if (format === 'png') return isProgressive ? pixels * channels * (depth === 'ushort' ? 2 : 1) : 0;
  if (format === 'gif') return pixels * GIF_BYTES_PER_PIXEL;
  return pixels * moving * WEBP_BYTES_PER_PIXEL[webpKindOf(bytes)];
}
