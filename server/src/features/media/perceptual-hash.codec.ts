import sharp, { type Sharp } from 'sharp';

const COLUMNS = 9;
const ROWS = 8;
/** Each cell is the mean of this many pixels squared, which evens out encoding noise. */
const CELL_SIDE = 16;
/** Of 256 shades: smaller differences of neighbours count as equal, otherwise noise would decide in flat areas. */
const MIN_STEP = 2;
/**
 * Measured with photos, screens of text, chats, captions and drawings: with fewer set (or unset) bits, or with nearly
 * equal rows, different pictures are within the distance of one another. Photos have 17 to 47.
 */
const MIN_BITS = 12;
const MIN_ROWS = 4;

/**
 * Returns the difference hash of a picture: 64 bits as 16 hex digits, each set when one of 9 by 8 cells is lighter
 * than the one to its right. Re-encoding and resizing change few bits. Null when the picture has too little contrast
 * to be distinguished. For the image process only.
 */
export async function perceptualHashOf(picture: Uint8Array | Sharp): Promise<string | null> {
  const image = picture instanceof Uint8Array ? sharp(picture, { limitInputPixels: false }) : picture;
  const shades = await image
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    // Decoders that shrink on load shift the picture slightly, differently for each kind.
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

/** Returns the mean shade of each cell, row by row. */
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
      (shades[at] ?? 0) - right >= MIN_STEP ? '1' : '0',
    ).join('');
  });
  const bits = rows.join('');
  const set = bits.replaceAll('0', '').length;
  const isDistinctive = Math.min(set, bits.length - set) >= MIN_BITS && new Set(rows).size >= MIN_ROWS;
  return isDistinctive ? BigInt(`0b${bits}`).toString(16).padStart(16, '0') : null;
}
