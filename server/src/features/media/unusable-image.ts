/** Bytes that are no picture that can be kept: another kind, damaged, or beyond the limits. */
export class UnusableImage extends Error {
  override name = 'UnusableImage';
}
