import sharp, { type Sharp } from 'sharp';

const COLUMNS = 9;
const ROWS = 8;
/** Each cell is the mean of so many pixels squared, so that the noise of an encoding evens out. */
const CELL_SIDE = 16;
/** Of 256 shades: neighbours that differ by less count as equal, or noise alone would decide on flat parts. */
const LEAST_STEP = 2;
/**
 * Measured over photos, screens of text, chats, captions and drawings: with fewer set bits (or fewer that are not), or
 * with rows that are nearly all alike, different pictures are within the distance of one another. Photos have 17 to 47.
 */
const LEAST_BITS = 12;
const LEAST_ROWS = 4;

/**
 * Difference hash of what a picture shows: 64 bits, each for one of 9 by 8 cells that is lighter than the one to its
 * right, as 16 hex digits. It changes by a few bits at most when a picture is encoded anew or resized. Null where too
 * little can be seen to tell the picture from others, as in a plain one. For the image process alone.
 */
export async function perceptualHashOf(picture: Uint8Array | Sharp): Promise<string | null> {
  const image = picture instanceof Uint8Array ? sharp(picture, { limitInputPixels: false }) : picture;
  const shades = await image
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    // Decoders that shrink while they read shift the picture a little, each kind in its own way.
    .resize({
      width: COLUMNS * CELL_SIDE,
      height: ROWS * CELL_SIDE,
      fit: 'fill',
      kernel: 'linear',
      fastShrinkOnLoad: false,
    })
    .raw()
    .toBuffer();
  return hashOf(cellsOf(shades));
}

/** Mean shade of each cell, row by row. */
function cellsOf(shades: Uint8Array): Float64Array {
  const cells = new Float64Array(COLUMNS * ROWS);
  const width = COLUMNS * CELL_SIDE;
  shades.forEach((shade, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const cell = Math.floor(y / CELL_SIDE) * COLUMNS + Math.floor(x / CELL_SIDE);
    cells[cell] = (cells[cell] ?? 0) + shade / CELL_SIDE ** 2;
  });
  return cells;
}

function hashOf(cells: Float64Array): string | null {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const shades = cells.subarray(row * COLUMNS, (row + 1) * COLUMNS);
    return Array.from(shades.subarray(1), (right, at) =>
      (shades[at] ?? 0) - right >= LEAST_STEP ? '1' : '0',
    ).join('');
  });
  const bits = rows.join('');
  const set = bits.replaceAll('0', '').length;
  const isTelling = Math.min(set, bits.length - set) >= LEAST_BITS && new Set(rows).size >= LEAST_ROWS;
  return isTelling ? BigInt(`0b${bits}`).toString(16).padStart(16, '0') : null;
}
