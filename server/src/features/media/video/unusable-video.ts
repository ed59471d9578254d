/** Thrown for a file that is no acceptable video: damaged, with an unknown codec, or beyond the limits. */
export class UnusableVideo extends Error {
  override name = 'UnusableVideo';
}
