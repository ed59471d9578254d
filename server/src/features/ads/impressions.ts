import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import { addImpressions } from './ads.repository.ts';

const FLUSH_EVERY_MS = 10_000;

type Deps = { readonly database: Database; readonly logger: Logger };

/**
 * Counts how often ads were seen (SV-90): in memory, and stored every ten seconds, so that people who see the same ad at
 * once do not wait for each other. What a killed process had not stored is lost; what could not be stored waits.
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

  /** One after the other, so that the last one finds what a failed one gave back. */
  const flush = (): Promise<void> => (storing = storing.then(store));
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS).unref();

  return {
    count: (adId: string): void => count(adId),
    /** Stores what is counted now. */
    flush,
    /** Stores it for the last time; for the end of the program. */
    close(): Promise<void> {
      clearInterval(timer);
      return flush();
    },
  };
}

export type Impressions = ReturnType<typeof createImpressions>;
