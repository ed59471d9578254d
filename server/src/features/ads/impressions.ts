import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import { addImpressions } from './ads.repository.ts';

const FLUSH_EVERY_MS = 10_000;

type Deps = { readonly database: Database; readonly logger: Logger };

/**
 * Counts impressions of ads (SV-90) in memory and stores them every ten seconds, so that concurrent views of one ad do
 * not wait for a row lock. A killed process loses counts not yet stored; a failed write is retried.
 */
export function createImpressions({ database, logger }: Deps) {
  let counts = new Map<string, number>();
  let storing: Promise<void> = Promise.resolve();

  function count(adId: string, times = 1): void {
    counts.set(adId, (counts.get(adId) ?? 0) + times);
  }

  async function store(): Promise<void> {
    if (counts.size === 0 || !database.isWritable()) return;
    const taken = counts;
    counts = new Map();
    try {
      await addImpressions(database.db, taken);
    } catch (error) {
      logger.error({ err: error }, 'impressions of ads could not be stored');
      for (const [adId, times] of taken) count(adId, times);
    }
  }

  /** Serialized, so that the last flush includes the counts that a failed one returned. */
  const flush = (): Promise<void> => (storing = storing.then(store));
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS).unref();

  return {
    count: (adId: string): void => count(adId),
    /** Stores the current counts. */
    flush,
    /** Stores the counts a last time; for shutdown. */
    close(): Promise<void> {
      clearInterval(timer);
      return flush();
    },
  };
}

export type Impressions = ReturnType<typeof createImpressions>;
