/** A file that is no video that can be kept: damaged, of an unknown kind inside, or beyond the limits. */
export class UnusableVideo extends Error {
  override name = 'UnusableVideo';
}
