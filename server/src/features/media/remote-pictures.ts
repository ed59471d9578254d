import { AppError } from '../../platform/errors.ts';
import type { FetchPicture } from './fetch-picture.ts';
import type { Screening } from './screening.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const FETCH_MS = 5_000;
const MAX_SIDE = 480;
const CACHE_SIZE = 200;

/** Creates the cache of reduced external pictures; the 200 most recently requested ones are in memory (SV-105). */
export function createRemotePictures(
  fetchPicture: FetchPicture,
  { screenPicture }: Pick<Screening, 'screenPicture'>,
) {
  // A Map keeps the insertion order: the first entry is the least recently used.
  const cache = new Map<string, Promise<Uint8Array | undefined>>();

  const load = async (url: string): Promise<Uint8Array | undefined> => {
    const limits = { maxBytes: MAX_BYTES, timeoutMs: FETCH_MS };
    const picture = await fetchPicture(url, limits, { maxSide: MAX_SIDE, animated: false });
    if (!picture) return undefined;
    try {
      await screenPicture(picture, { purpose: 'remote', userId: null });
      return picture.bytes;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };

  const loadAndKeep = (url: string) => {
    const loading = load(url);
    const forget = () => {
      if (cache.get(url) === loading) cache.delete(url);
    };
    // Failures are not cached: the picture may be available later.
    loading.then((bytes) => bytes ?? forget(), forget);
    return loading;
  };

  return {
    /** Returns the picture as webp; undefined when there is none. Concurrent requests share one fetch. */
    get(url: string): Promise<Uint8Array | undefined> {
      const picture = cache.get(url) ?? loadAndKeep(url);
      cache.delete(url);
      cache.set(url, picture);
      const [oldest] = cache.keys();
      if (cache.size > CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
      return picture;
    },
  };
}

export type RemotePictures = ReturnType<typeof createRemotePictures>;
