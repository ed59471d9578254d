/** Bytes that are no picture that can be kept: another kind, damaged, or beyond the limits. */
export class UnusableImage extends Error {
  override name = 'UnusableImage';
}

/** A picture that was not done in its time, although nothing else speaks against it: the machine is busy. */
export class ImageLateError extends Error {
  override name = 'ImageLateError';
}
