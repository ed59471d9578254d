import type { Logger } from 'pino';
import { AppError } from '../../../platform/errors.ts';
import { OutboundRefused, type RefusalReason } from '../../../platform/outbound/index.ts';
import type { StoredPreview } from '../messages.types.ts';
import { pageHeadOf } from './page-head.codec.ts';
import type { Waiting } from './previews.repository.ts';
import type { PreviewRules } from './previews.types.ts';

const LIMITS = {
  maxBytes: 512 * 1024,
  timeoutMs: 5_000,
  maxRedirects: 3,
  accept: 'text/html,application/xhtml+xml;q=0.9',
  types: ['text/html', 'application/xhtml+xml'],
  // The head is at the beginning.
  mayCut: true,
};

/** The longest side of a card's picture, in pixels. */
const PICTURE_SIDE = 480;

/** Failures that may pass. */
const MAY_PASS: readonly RefusalReason[] = ['time', 'network', 'status'];

/** The card of a page; `none` if it can have none, `failed` if another try may succeed. */
type ReadPage =
  | { readonly outcome: 'read'; readonly card: StoredPreview }
  | { readonly outcome: 'none' | 'failed' };

type Rules = Pick<PreviewRules, 'outbound' | 'media' | 'wordFilter'>;

/** Creates the function that fetches a page and makes the card of it. It never rejects. */
export function createPageReader({ outbound, media, wordFilter }: Rules, logger: Logger) {
  /** Returns the id of the page's picture, owned by the sender; null if it can't be shown. */
  async function importPicture(ownerId: number, url: string | undefined): Promise<string | null> {
    if (url === undefined) return null;
    const smaller = { maxSide: PICTURE_SIDE, animated: false };
    try {
      return (await media.importFromUrl(ownerId, url, 'message', smaller)).id;
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  async function read({ url, senderId }: Waiting): Promise<ReadPage> {
    const head = pageHeadOf(await outbound.fetchBytes(url, LIMITS));
    if (!head) return { outcome: 'none' };
    // A page must not say what its sender may not.
    wordFilter.check(`${head.title}\n${head.site}`);
    const imageId = await importPicture(senderId, head.imageUrl);
    return { outcome: 'read', card: { url, title: head.title, site: head.site, imageId } };
  }

  return async (waiting: Waiting): Promise<ReadPage> => {
    try {
      return await read(waiting);
    } catch (error) {
      if (error instanceof AppError) return { outcome: 'none' };
      const reason = error instanceof OutboundRefused ? error.reason : undefined;
      // The host alone, because addresses may hold secrets.
      const host = URL.parse(waiting.url)?.host;
      if (reason === undefined) logger.warn({ err: error, host }, 'a page could not be read');
      else logger.info({ host, reason }, 'a page was not fetched');
      return { outcome: reason === undefined || MAY_PASS.includes(reason) ? 'failed' : 'none' };
    }
  };
}
