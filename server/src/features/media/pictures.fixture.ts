import sharp from 'sharp';

/** A picture whose left half is red and whose right half is blue. */
export function halves(width = 60, height = 40) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) pixels[at * 3 + (at % width < width / 2 ? 0 : 2)] = 255;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A picture of random squares: refusing it, or one that looks like it, refuses no picture of another test. */
export function randomPicture() {
  const side = 12;
  const squares = Buffer.from(Array.from({ length: side * side * 3 }, () => Math.floor(Math.random() * 256)));
  return sharp(squares, { raw: { width: side, height: side, channels: 3 } }).resize(360, 360, {
    kernel: 'nearest',
  });
}

/**
 * `halves` with an artist and a GPS location in its metadata, rotated by its EXIF orientation: the displayed upper half
 * is red.
 */
export function rotatedWithLocation() {
  return halves()
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Artist: 'Nadia Menon', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '9/1 58/1 2650/100' },
    });
}

/** Frames of one colour each, shown for 70 ms. */
export function moving(frames: number, side = 20) {
  const pixels = Buffer.alloc(side * side * frames * 3);
  for (let frame = 0; frame < frames; frame += 1) {
    const size = side * side * 3;
    pixels.fill((frame * 53) % 256, frame * size, (frame + 1) * size);
  }
  return sharp(pixels, {
    raw: { width: side, height: side * frames, channels: 3, pageHeight: side },
  });
}

export const delaysOf = (frames: number) => Array.from({ length: frames }, () => 70);

/** Each kind that is taken in, red at the left and blue at the right. */
export const kinds: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  png: () => halves().png().toBuffer(),
  jpeg: () => halves().jpeg({ quality: 95 }).toBuffer(),
  gif: () => halves().gif().toBuffer(),
  webp: () => halves().webp({ lossless: true }).toBuffer(),
  'bmp of 24 bits': async () => bitmap({ depth: 24 }),
  'bmp of 24 bits, from the top': async () => bitmap({ depth: 24, fromTop: true }),
  'bmp of 32 bits': async () => bitmap({ depth: 32 }),
  'bmp of 32 bits with a long header': async () => bitmap({ depth: 32, headerBytes: 124 }),
  'bmp of 16 bits': async () => bitmap({ depth: 16 }),
  'bmp of 8 bits': async () => bitmap({ depth: 8 }),
  'bmp of 1 bit': async () => bitmap({ depth: 1 }),
};

/** The red and the blue pixel of each depth, as it is stored. */
const PIXELS: Readonly<Record<number, readonly [red: number[], blue: number[]]>> = {
  8: [[0], [1]],
  16: [
    [0x00, 0x7c],
    [0x1f, 0x00],
  ],
  24: [
    [0, 0, 255],
    [255, 0, 0],
  ],
  32: [
    [0, 0, 255, 0],
    [255, 0, 0, 0],
  ],
};
const PALETTE = [0, 0, 255, 0, 255, 0, 0, 0];

type BitmapOptions = {
  depth: 1 | 8 | 16 | 24 | 32;
  width?: number;
  height?: number;
  fromTop?: boolean;
  headerBytes?: 40 | 124;
};

function rowOf(depth: BitmapOptions['depth'], width: number): Buffer {
  const row = Buffer.alloc(Math.ceil((width * depth) / 32) * 4);
  for (let x = 0; x < width; x += 1) {
    const isBlue = x >= width / 2;
    if (depth === 1) row[x >> 3] = (row[x >> 3] ?? 0) | (isBlue ? 0x80 >> (x & 7) : 0);
    else row.set(PIXELS[depth]?.[isBlue ? 1 : 0] ?? [], (x * depth) / 8);
  }
  return row;
}

/** A Windows bitmap, red at the left and blue at the right. */
export function bitmap({
  depth,
  width = 61,
  height = 40,
  fromTop = false,
  headerBytes = 40,
}: BitmapOptions): Buffer {
  const palette = Buffer.from(depth <= 8 ? PALETTE : []);
  const header = Buffer.alloc(14 + headerBytes);
  const rows = Array.from({ length: height }, () => rowOf(depth, width));
  header.write('BM');
  header.writeUInt32LE(header.length + palette.length, 10);
  header.writeUInt32LE(headerBytes, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(fromTop ? -height : height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(depth, 28);
  header.writeUInt32LE(depth <= 8 ? 2 : 0, 46);
  return Buffer.concat([header, palette, ...rows]);
}

/** Returns the format, the EXIF data and the orientation of a picture. */
export async function metadataOf(picture: Uint8Array) {
  const { format, exif, orientation } = await sharp(picture).metadata();
  return { format, exif, orientation };
}

/** The colour at a place, rounded to red, blue or something else; places from 0 to 1. */
export async function colorAt(picture: Uint8Array, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  if (green > 60) return `${red},${green},${blue}`;
  if (red > 190 && blue < 60) return 'red';
  return blue > 190 && red < 60 ? 'blue' : `${red},${green},${blue}`;
}

/** A picture with light and shade like a photo: each number gives another one, always the same. */
export function scene(number: number, width = 640, height = 480) {
  const [columns, rows] = [7, 5];
  let state = (number * 2_654_435_761 + 12_345) >>> 0;
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) + 0x9e37_79b9) >>> 0;
    return (state >>> 8) & 255;
  };
  const pixels = Buffer.from(Array.from({ length: columns * rows * 3 }, random));
  return sharp(pixels, { raw: { width: columns, height: rows, channels: 3 } }).resize(width, height, {
    fit: 'fill',
    kernel: 'cubic',
  });
}
