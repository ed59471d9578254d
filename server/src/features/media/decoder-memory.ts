import type { Metadata } from 'sharp';

/** Bytes that the coefficients of a pixel take in a JPEG whose scans come one after the other, by its subsampling. */
const COEFFICIENTS: Readonly<Record<string, number>> = {
  '4:2:0': 3,
  '4:1:1': 3,
  '4:2:2': 4,
  '4:4:0': 4,
  '4:4:4': 6,
};
const MOST_COEFFICIENTS = 8;
/** Measured: the canvas, the frame before, and what the decoder works on. */
const GIF_BYTES_PER_PIXEL = 7.2;

/**
 * Bytes that the decoder of a picture holds at its peak, from what the header says. Most kinds are read row by row;
 * these are not: JPEGs of several scans, interlaced PNGs, a frame of a GIF, and all frames of a webp (`moving` of them).
 */
export function decoderBytes(metadata: Metadata, moving: number): number {
  const { format, width, height, isProgressive, channels, depth } = metadata;
  const pixels = width * height;
  if (format === 'jpeg') {
    const ofPixel =
      channels === 1 ? 2 : (COEFFICIENTS[metadata.chromaSubsampling ?? ''] ?? MOST_COEFFICIENTS);
    return isProgressive ? pixels * ofPixel : 0;
  }
  if (format === 'png') return isProgressive ? pixels * channels * (depth === 'ushort' ? 2 : 1) : 0;
  return format === 'gif' ? pixels * GIF_BYTES_PER_PIXEL : pixels * 4 * moving;
}
