/** Longest and shortest sides of an image in a message, in pixels. */
const LONGEST = 320;
const SHORTEST = { width: 168, height: 112 };

/** The box of an image of unknown size. */
const USUAL = { width: LONGEST, height: 240 };

/** Size in pixels. */
export type Size = { readonly width: number; readonly height: number };

/**
 * The box of an image in a message, the same before and after loading, so that the layout does not move. Very flat and
 * very small images get a box with space for its buttons.
 */
export function imageBox(width: number | null, height: number | null): Size {
  if (!width || !height) return USUAL;
  const scale = Math.min(1, LONGEST / width, LONGEST / height);
  return {
    width: Math.max(SHORTEST.width, Math.round(width * scale)),
    height: Math.max(SHORTEST.height, Math.round(height * scale)),
  };
}
