/**
 * The transformation from stored to displayed frames: filters for pixels, and whether width and height are swapped.
 */
export type Orientation = {
  /** In the order of application; empty for an upright video. */
  readonly filters: readonly string[];
  readonly swapsSides: boolean;
  /** Mirrored, which not every player applies. */
  readonly isMirrored: boolean;
};

const UPRIGHT: Orientation = { filters: [], swapsSides: false, isMirrored: false };
const MATRIX_BYTES = 36;

/**
 * Reads the display matrix of a track: nine numbers of 32 bits in native byte order (little-endian on all supported
 * machines). Other angles are rounded to quarter turns.
 */
export function orientationOf(matrix: Uint8Array | null): Orientation {
  if (!matrix || matrix.length < MATRIX_BYTES) return UPRIGHT;
  const view = new DataView(matrix.buffer, matrix.byteOffset, matrix.byteLength);
  const at = (index: number) => view.getInt32(index * 4, true);
  const [a, b, c, d] = [at(0), at(1), at(3), at(4)];
  if (a === 0 && b === 0) return UPRIGHT;
  const isMirrored = a * d - b * c < 0;
  const quarter = ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) % 4) + 4) % 4;
  const filters = (isMirrored ? MIRRORED : TURNED)[quarter] ?? [];
  return { filters, swapsSides: quarter % 2 === 1, isMirrored };
}

/** By number of clockwise quarter turns. */
const TURNED: readonly (readonly string[])[] = [
  [],
  ['transpose=clock'],
  ['hflip', 'vflip'],
  ['transpose=cclock'],
];
const MIRRORED: readonly (readonly string[])[] = [
  ['vflip'],
  ['transpose=cclock_flip'],
  ['hflip'],
  ['transpose=clock_flip'],
];
