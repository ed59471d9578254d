/** Where bytes of media are kept, privately: nothing in it has an address of its own. */
export type MediaStore = {
  /** Keeps bytes under a key, whole or not at all. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Keeps the bytes of a file under a key, whole or not at all and never all in memory. The file stays as it is. */
  putFile(key: string, path: string, contentType: string): Promise<void>;
  /** The bytes of a key, piece by piece; undefined when there are none. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Those from `from` up to and with `to`, which must be within the size; undefined when there are none. */
  getRange(key: string, from: number, to: number): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** How many bytes a key has; undefined when there are none. */
  size(key: string): Promise<number | undefined>;
  /** Forgets a key; one that is not there is no failure. */
  delete(key: string): Promise<void>;
};

/** Throws unless a key is safe as the name of a file and of an object: lower-case letters, digits, hyphens. */
export function assertKey(key: string): void {
  if (!/^[a-z0-9][a-z0-9-]{7,63}$/.test(key)) throw new Error('not a key of the media store');
}
