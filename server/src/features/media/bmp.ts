import { decode } from 'bmp-ts';
import { checkBmp, hasChannels, hasUnusedMasks, type BmpHeader } from './bmp-header.ts';

const MASKS_AT = 54;
const USUAL_MASKS: Readonly<Record<number, readonly number[]>> = {
  16: [0x7c00, 0x03e0, 0x001f],
  32: [0xff_0000, 0x00_ff00, 0x00_00ff],
};

/**
 * Pixels of a bitmap, four bytes each: red, green, blue and alpha. Without `hasAlpha` the alpha byte is undefined.
 */
export type BmpPixels = {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
};

/**
 * Decodes a bitmap. Slow, so only for the image process. Throws `UnusableImage` for a damaged or too large bitmap.
 */
export function decodeBmp(bytes: Uint8Array, maxPixels: number): BmpPixels {
  const header = checkBmp(bytes, maxPixels);
  const { width, height } = header;
  // The decoder returns alpha, blue, green, red.
  const pixels = decode(withUsualMasks(bytes, header)).data.swap32();
  return { pixels, width, height, hasAlpha: hasChannels(header) };
}

/** Returns the bitmap with the masks that its pixels really use. */
function withUsualMasks(bytes: Uint8Array, header: BmpHeader): Buffer {
  if (!hasUnusedMasks(header)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const copy = Buffer.from(bytes);
  const masks = [...(USUAL_MASKS[header.depth] ?? []), ...(header.headerBytes > 52 ? [0] : [])];
  masks.forEach((mask, index) => copy.writeUInt32LE(mask, MASKS_AT + index * 4));
  return copy;
}
