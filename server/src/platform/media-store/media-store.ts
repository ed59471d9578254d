/** How long whoever calls can wait. */
export type StoreLimits = {
  /** Milliseconds that may pass without anything moving, over all tries; the store's own patience unless told. */
  readonly withinMs?: number;
};

/**
 * Where bytes of media are kept, privately: nothing in it has an address of its own. A store that is elsewhere
 * throws `S3Error` when it is away; limits are for that one, a disk answers or fails at once.
 */
export type MediaStore = {
  /** Keeps bytes under a key, whole or not at all. */
  put(key: string, bytes: Uint8Array, contentType: string, limits?: StoreLimits): Promise<void>;
  /** Keeps the bytes of a file under a key, whole or not at all and never all in memory. The file stays as it is. */
  putFile(key: string, path: string, contentType: string, limits?: StoreLimits): Promise<void>;
  /** The bytes of a key, piece by piece; undefined when there are none. */
  get(key: string, limits?: StoreLimits): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Those from `from` up to and with `to`, which must be within the size; undefined when there are none. */
  getRange(
    key: string,
    from: number,
    to: number,
    limits?: StoreLimits,
  ): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** How many bytes a key has; undefined when there are none. */
  size(key: string, limits?: StoreLimits): Promise<number | undefined>;
  /** Keys that begin with this, page by page and in no order that counts; what comes or goes meanwhile may be missed. */
  list(prefix: string): AsyncIterable<readonly string[]>;
  /** Forgets a key; one that is not there is no failure. */
  delete(key: string, limits?: StoreLimits): Promise<void>;
};

/** Throws unless keys may begin so; with nothing, all of them do. */
export function assertPrefix(prefix: string): void {
  if (!/^([a-z0-9][a-z0-9-]{0,63})?$/.test(prefix))
    throw new Error('not the beginning of a key of the media store');
}

/** Throws unless a key is safe as the name of a file and of an object: lower-case letters, digits, hyphens. */
export function assertKey(key: string): void {
  if (!/^[a-z0-9][a-z0-9-]{7,63}$/.test(key)) throw new Error('not a key of the media store');
}
