/** Thrown for bytes that are no acceptable picture: another kind, damaged, or beyond the limits. */
export class UnusableImage extends Error {
  override name = 'UnusableImage';
}

/** Thrown when a picture was not done in time. The picture itself may be fine: the machine is busy. */
export class ImageLateError extends Error {
  override name = 'ImageLateError';
}
