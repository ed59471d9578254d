import { appError } from '../errors.ts';
import type { MediaStore, StoreLimits } from './media-store.ts';
import { S3Error } from './s3-call.ts';

/** So long somebody waits for a store that says nothing; one that is known to be away is not waited for at all. */
const WITHIN_MS = 8_000;

/** Codes of a disk that takes nothing more. */
const FULL = ['ENOSPC', 'EDQUOT'];

/** Whether a disk refused bytes because it is full. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && FULL.includes(String(error.code));

/** Whether a store failed for a reason that passes by itself or that an operator ends: it is away, or its disk is full. */
export const isStoreTrouble = (error: unknown): boolean => error instanceof S3Error || isDiskFull(error);

/**
 * The same store for calls that somebody waits for: in bounded time, and its failures as people may see them. Throws
 * `unavailable` where the store does not do what it should, and `storage_full`. Jobs use the store itself, which is
 * more patient and says what is wrong.
 */
export function createPromptStore(store: MediaStore, withinMs = WITHIN_MS): MediaStore {
  const limits: StoreLimits = { withinMs };
  return {
    put: (key, bytes, type) => told(() => store.put(key, bytes, type, limits)),
    putFile: (key, path, type) => told(() => store.putFile(key, path, type, limits)),
    get: (key) => told(() => store.get(key, limits)),
    getRange: (key, from, to) => told(() => store.getRange(key, from, to, limits)),
    size: (key) => told(() => store.size(key, limits)),
    list: (prefix) => store.list(prefix),
    delete: (key) => told(() => store.delete(key, limits)),
  };
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof S3Error) throw appError('unavailable');
    if (isDiskFull(error)) throw appError('storage_full');
    throw error;
  }
}
