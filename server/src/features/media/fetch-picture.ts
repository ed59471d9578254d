import type { Logger } from '../../platform/logging/logger.ts';
import { OutboundRefused, type FetchLimits, type Outbound } from '../../platform/outbound/index.ts';
import { createSemaphore, SemaphoreFullError } from './semaphore.ts';
import type { ImageJob, RewrittenImage } from './image-jobs.types.ts';
import type { ImageWriter } from './image-writer.ts';
import { ImageLateError, UnusableImage } from './unusable-image.ts';

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
