import { appError } from '../errors.ts';
import type { MediaStore, StoreLimits } from './media-store.ts';
import { S3Error } from './s3-call.ts';

/** Default time limit in milliseconds. A store known to be unavailable fails immediately. */
const TIME_LIMIT_MS = 8_000;

/** Error codes of a full disk. */
const FULL = ['ENOSPC', 'EDQUOT'];

/** Whether a disk refused bytes because it is full. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && FULL.includes(String(error.code));

/** Whether a store failed for a reason that passes or that the operator can fix: unavailable, or disk full. */
export const isStoreFailure = (error: unknown): boolean => error instanceof S3Error || isDiskFull(error);

/**
 * Wraps a store for requests of users: bounded time, and failures as error codes. Throws `unavailable` and
 * `storage_full`. Jobs use the store directly, which waits longer and reports the cause.
 */
export function createFailFastStore(store: MediaStore, withinMs = TIME_LIMIT_MS): MediaStore {
  const limits: StoreLimits = { withinMs };
  return {
    put: (key, bytes, type) => mapErrors(() => store.put(key, bytes, type, limits)),
    putFile: (key, path, type) => mapErrors(() => store.putFile(key, path, type, limits)),
    get: (key) => mapErrors(() => store.get(key, limits)),
    getRange: (key, from, to) => mapErrors(() => store.getRange(key, from, to, limits)),
    size: (key) => mapErrors(() => store.size(key, limits)),
    list: (prefix) => store.list(prefix),
    delete: (key) => mapErrors(() => store.delete(key, limits)),
  };
}

async function mapErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof S3Error) throw appError('unavailable');
    if (isDiskFull(error)) throw appError('storage_full');
    throw error;
  }
}
