import { AppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { OutboundRefused, type FetchLimits, type Outbound } from '../../platform/outbound/index.ts';
import { createSemaphore, SemaphoreFullError } from '../../platform/limits/semaphore.ts';
import type { Screening } from './screening.service.ts';
import { ImageLateError, UnusableImage } from './media.policy.ts';
import type { ImageJob, RewrittenImage } from './media.types.ts';
import type { ImageWriter } from './image-writer.service.ts';

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

/** Each fetch holds up to one whole image in memory. */
const AT_ONCE = 16;
const WAITING = 100;
const ACCEPT = 'image/webp,image/png,image/jpeg,image/gif,image/bmp;q=0.9';

/** Fetches and re-encodes an external picture. Returns undefined when that fails for any reason. */
export type FetchPicture = (
  url: string,
  limits: Pick<FetchLimits, 'maxBytes' | 'timeoutMs'>,
  options?: Omit<ImageJob, 'source'>,
) => Promise<RewrittenImage | undefined>;

type Deps = { readonly outbound: Outbound; readonly writer: ImageWriter; readonly logger: Logger };

/**
 * Creates the function. The cause of a failure is only logged: a response must not reveal anything about our network
 * (R-17).
 */
export function createFetchPicture({ outbound, writer, logger }: Deps): FetchPicture {
  const semaphore = createSemaphore({ atOnce: AT_ONCE, waiting: WAITING });
  return async (url, limits, options) => {
    try {
      return await semaphore(async () => {
        const { bytes } = await outbound.fetchBytes(url, { ...limits, accept: ACCEPT });
        return writer.write({ ...options, source: bytes });
      });
    } catch (error) {
      if (!isExpected(error)) throw error;
      logger.info({ host: URL.parse(url)?.host, reason: error.message }, 'a picture was not fetched');
      return undefined;
    }
  };
}

const isExpected = (error: unknown): error is Error =>
  [OutboundRefused, UnusableImage, ImageLateError, SemaphoreFullError].some((kind) => error instanceof kind);
