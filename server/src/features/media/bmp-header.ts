import { UnusableImage } from './unusable-image.ts';

const FILE_HEADER_BYTES = 14;
const SHORTEST_HEADER_BYTES = 40;
const HEADER_BYTES: readonly number[] = [SHORTEST_HEADER_BYTES, 52, 56, 108, 124];
const DEPTHS: readonly number[] = [1, 4, 8, 16, 24, 32];
const PLAIN = 0;
const BIT_FIELDS = 3;
const ALPHA_BIT_FIELDS = 6;

/** Fields of a bitmap header; sizes in pixels, depth in bits per pixel. */
export type BmpHeader = {
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
export function hasChannels({ depth }: BmpHeader): boolean {
  return depth === 16 || depth === 32;
}

function hasMasks(header: BmpHeader): boolean {
  return hasChannels(header) && [BIT_FIELDS, ALPHA_BIT_FIELDS].includes(header.packing);
}

/**
 * Whether the header has fields for masks although the pixels don't use any. The decoder would apply their values.
 */
export function hasUnusedMasks(header: BmpHeader): boolean {
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
export function checkBmp(bytes: Uint8Array, maxPixels: number): BmpHeader {
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
