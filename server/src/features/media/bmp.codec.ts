import { decode } from 'bmp-ts';
import { UnusableImage } from './media.policy.ts';

const MASKS_AT = 54;
const USUAL_MASKS: Readonly<Record<number, readonly number[]>> = {
  16: [0x7c00, 0x03e0, 0x001f],
  32: [0xff_0000, 0x00_ff00, 0x00_00ff],
};

/**
 * Pixels of a bitmap, four bytes each: red, green, blue and alpha. Without `hasAlpha` the alpha byte is undefined.
 */
type BmpPixels = {
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

const FILE_HEADER_BYTES = 14;
const SHORTEST_HEADER_BYTES = 40;
const HEADER_BYTES: readonly number[] = [SHORTEST_HEADER_BYTES, 52, 56, 108, 124];
const DEPTHS: readonly number[] = [1, 4, 8, 16, 24, 32];
const PLAIN = 0;
const BIT_FIELDS = 3;
const ALPHA_BIT_FIELDS = 6;

/** Fields of a bitmap header; sizes in pixels, depth in bits per pixel. */
type BmpHeader = {
  readonly headerBytes: number;
  readonly pixelsAt: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly packing: number;
  readonly colors: number;
};

function read(bytes: Uint8Array): BmpHeader {
  if (bytes.length < FILE_HEADER_BYTES + SHORTEST_HEADER_BYTES)
    throw new UnusableImage('bitmap is too short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    pixelsAt: view.getUint32(10, true),
    headerBytes: view.getUint32(14, true),
    width: view.getInt32(18, true),
    // Negative when the rows start at the top.
    height: Math.abs(view.getInt32(22, true)),
    depth: view.getUint16(28, true),
    packing: view.getUint32(30, true),
    colors: view.getUint32(46, true),
  };
}

/** Whether each pixel is one number that contains its channels. */
function hasChannels({ depth }: BmpHeader): boolean {
  return depth === 16 || depth === 32;
}

function hasMasks(header: BmpHeader): boolean {
  return hasChannels(header) && [BIT_FIELDS, ALPHA_BIT_FIELDS].includes(header.packing);
}

/**
 * Whether the header has fields for masks although the pixels don't use any. The decoder would apply their values.
 */
function hasUnusedMasks(header: BmpHeader): boolean {
  return hasChannels(header) && header.packing === PLAIN && header.headerBytes > SHORTEST_HEADER_BYTES;
}

/** Returns where the decoder starts to read pixels: after the masks and the palette. */
function endOfPalette(header: BmpHeader): number {
  const { headerBytes, depth, packing, colors } = header;
  const most = depth <= 8 ? 2 ** depth : 256;
  if (colors > most) throw new UnusableImage('bitmap with too many colours');
  const areMasksOutside = hasMasks(header) && headerBytes === SHORTEST_HEADER_BYTES;
  const masks = areMasksOutside ? (packing === BIT_FIELDS ? 12 : 16) : 0;
  const palette = (colors === 0 && depth <= 8 ? most : colors) * 4;
  return FILE_HEADER_BYTES + headerBytes + masks + palette;
}

/**
 * Validates a bitmap before decoding: a size within the limit that matches the bytes, and a layout that the decoder
 * supports. Throws `UnusableImage`. Compressed bitmaps (RLE) are refused too; they are very rare.
 */
function checkBmp(bytes: Uint8Array, maxPixels: number): BmpHeader {
  const header = read(bytes);
  const { headerBytes, width, height, depth, packing, pixelsAt } = header;
  const isKnown = HEADER_BYTES.includes(headerBytes) && DEPTHS.includes(depth);
  if (!isKnown || (packing !== PLAIN && !hasMasks(header)))
    throw new UnusableImage('bitmap of an unknown layout');
  if (width < 1 || height < 1 || width * height > maxPixels) throw new UnusableImage('bitmap of a bad size');
  if (pixelsAt !== endOfPalette(header)) throw new UnusableImage('bitmap with a gap');
  // The decoder reads only the first row of these.
  if (depth === 4 && width % 2 === 1) throw new UnusableImage('bitmap of an odd width');
  const rowBytes = Math.ceil((width * depth) / 32) * 4;
  if (bytes.length < pixelsAt + rowBytes * height) throw new UnusableImage('bitmap is cut off');
  return header;
}
