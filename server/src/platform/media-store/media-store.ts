/** Limits of an operation. */
export type StoreLimits = {
  /** Milliseconds without progress, over all attempts; default: the store's own timeout. */
  readonly withinMs?: number;
};

/**
 * Private storage of media: no object has a public URL. A remote store throws `S3Error` when it is
 * unavailable. Limits apply to remote stores; a disk responds or fails immediately.
 */
export type MediaStore = {
  /** Stores bytes under a key, atomically. */
  put(key: string, bytes: Uint8Array, contentType: string, limits?: StoreLimits): Promise<void>;
  /** Stores the bytes of a file under a key, atomically and streamed. The file is left unchanged. */
  putFile(key: string, path: string, contentType: string, limits?: StoreLimits): Promise<void>;
  /** Returns the bytes of a key in chunks; undefined when the key does not exist. */
  get(key: string, limits?: StoreLimits): Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * Returns the bytes `from` to `to`, inclusive, which must be within the size; undefined when the key does not
   * exist.
   */
  getRange(
    key: string,
    from: number,
    to: number,
    limits?: StoreLimits,
  ): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Returns the size of a key in bytes; undefined when the key does not exist. */
  size(key: string, limits?: StoreLimits): Promise<number | undefined>;
  /** Lists keys with a prefix, in pages without a defined order. Concurrent changes may be missed. */
  list(prefix: string): AsyncIterable<readonly string[]>;
  /** Deletes a key. Idempotent. */
  delete(key: string, limits?: StoreLimits): Promise<void>;
};

/** Throws unless the text is a valid prefix of a key. The empty prefix matches all keys. */
export function assertPrefix(prefix: string): void {
  if (!/^([a-z0-9][a-z0-9-]{0,63})?$/.test(prefix))
    throw new Error('not the beginning of a key of the media store');
}

/** Throws unless a key is safe as a file and object name: lower-case letters, digits, hyphens. */
export function assertKey(key: string): void {
  if (!/^[a-z0-9][a-z0-9-]{7,63}$/.test(key)) throw new Error('not a key of the media store');
}
