import type { Logger } from '../../platform/logging/logger.ts';
import { OutboundRefused, type FetchLimits, type Outbound } from '../../platform/outbound/index.ts';
import { createGate, GateFullError } from './gate.ts';
import { rewriteImage, type RewriteOptions, type RewrittenImage } from './rewrite-image.ts';
import { UnusableImage } from './unusable-image.ts';

/** Each holds up to one whole image in memory. */
const AT_ONCE = 16;
const WAITING = 100;
const ACCEPT = 'image/webp,image/png,image/jpeg,image/gif,image/bmp;q=0.9';

/** Fetches a picture from elsewhere and writes it anew; undefined when that is not possible, whatever the reason. */
export type FetchPicture = (
  url: string,
  limits: Pick<FetchLimits, 'maxBytes' | 'timeoutMs'>,
  options?: RewriteOptions,
) => Promise<RewrittenImage | undefined>;

/** Makes it. Why a picture failed is for the log alone: an answer must not tell what is inside our network. */
export function createFetchPicture(outbound: Outbound, logger: Logger): FetchPicture {
  const gate = createGate({ atOnce: AT_ONCE, waiting: WAITING });
  return async (url, limits, options) => {
    try {
      return await gate(async () => {
        const { bytes } = await outbound.fetchBytes(url, { ...limits, accept: ACCEPT });
        return rewriteImage(bytes, options);
      });
    } catch (error) {
      const isExpected =
        error instanceof OutboundRefused || error instanceof UnusableImage || error instanceof GateFullError;
      if (!isExpected) throw error;
      logger.info({ host: URL.parse(url)?.host, reason: error.message }, 'a picture was not fetched');
      return undefined;
    }
  };
}
