import { UnusableImage } from './unusable-image.ts';

const FILE_HEADER_BYTES = 14;
const SHORTEST_HEADER_BYTES = 40;
const HEADER_BYTES: readonly number[] = [SHORTEST_HEADER_BYTES, 52, 56, 108, 124];
const DEPTHS: readonly number[] = [1, 4, 8, 16, 24, 32];
const PLAIN = 0;
const BIT_FIELDS = 3;
const ALPHA_BIT_FIELDS = 6;

/** What the header of a bitmap says; sizes in pixels, depth in bits of a pixel. */
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
    // Below 0 where the rows begin at the top.
    height: Math.abs(view.getInt32(22, true)),
    depth: view.getUint16(28, true),
    packing: view.getUint32(30, true),
    colors: view.getUint32(46, true),
  };
}

/** Whether each pixel is one number with its channels inside. */
export function hasChannels({ depth }: BmpHeader): boolean {
  return depth === 16 || depth === 32;
}

function hasMasks(header: BmpHeader): boolean {
  return hasChannels(header) && [BIT_FIELDS, ALPHA_BIT_FIELDS].includes(header.packing);
}

/** Whether the header has room for masks although the pixels don't use any; the decoder would believe what is there. */
export function hasIdleMasks(header: BmpHeader): boolean {
  return hasChannels(header) && header.packing === PLAIN && header.headerBytes > SHORTEST_HEADER_BYTES;
}

/** Where the decoder begins to read pixels: right after the masks and the palette. */
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
 * Checks a bitmap before anything is decoded: a size within the limit that the bytes really hold, and a layout that
 * the decoder gets right. Throws `UnusableImage`; packed bitmaps (RLE) are refused too, hardly anything writes them.
 */
export function checkBmp(bytes: Uint8Array, maxPixels: number): BmpHeader {
  const header = read(bytes);
  const { headerBytes, width, height, depth, packing, pixelsAt } = header;
  const isKnown = HEADER_BYTES.includes(headerBytes) && DEPTHS.includes(depth);
  if (!isKnown || (packing !== PLAIN && !hasMasks(header)))
    throw new UnusableImage('bitmap of an unknown layout');
  if (width < 1 || height < 1 || width * height > maxPixels) throw new UnusableImage('bitmap of a bad size');
  if (pixelsAt !== endOfPalette(header)) throw new UnusableImage('bitmap with a gap');
  // Of these the decoder reads the first row only.
  if (depth === 4 && width % 2 === 1) throw new UnusableImage('bitmap of an odd width');
  const rowBytes = Math.ceil((width * depth) / 32) * 4;
  if (bytes.length < pixelsAt + rowBytes * height) throw new UnusableImage('bitmap is cut off');
  return header;
}
