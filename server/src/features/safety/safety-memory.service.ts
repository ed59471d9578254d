import { SAFETY_DEFAULTS, type SafetySettings } from '@adda/contract/safety';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { readSettings } from './safety.repository.ts';
import { createWordMatcher, type WordMatcher } from './words/word-matcher.policy.ts';
import { readWords, type KnownWord } from './words/words.repository.ts';

/** Poll interval for changes made on other nodes. */
const POLL_EVERY_MS = 2_000;

/** In-memory copy of the word list and the settings on this node, so that checking a message needs no query. */
export type SafetyMemory = {
  readonly settings: () => SafetySettings;
  readonly matcher: () => WordMatcher<KnownWord>;
  /** Polls for changes now; resolves once they are applied. Rejects when the database cannot be read. */
  readonly refresh: () => Promise<void>;
  /** Loads everything and starts polling; `look` runs before each poll. */
  readonly start: (look: () => Promise<void>) => Promise<void>;
  /** Stops polling; resolves once the last read has finished. */
  readonly close: () => Promise<void>;
};

/** Creates the cache of a node, empty until it is started. */
export function createSafetyMemory({ db }: Pick<Database, 'db'>, logger: Logger): SafetyMemory {
  let settings: SafetySettings = SAFETY_DEFAULTS;
  let matcher = createWordMatcher<KnownWord>([]);
  let version: number | undefined;
  let reading = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** Reads the version before the list: a concurrent change then only causes one more read. */
  async function read(): Promise<void> {
    const { words_version: newest, ...limits } = await readSettings(db);
    settings = limits;
    if (newest === version) return;
    matcher = createWordMatcher(await readWords(db));
    version = newest;
  }

  /** Reads run sequentially, so that an older result never replaces a newer one. */
  function refresh(): Promise<void> {
    reading = reading.catch(() => undefined).then(read);
    return reading;
  }

  async function poll(look: () => Promise<void>): Promise<void> {
    try {
      await look();
      await refresh();
    } catch (error) {
      logger.warn({ err: error }, 'the word list and limits of new accounts could not be read');
    }
  }

  let polling: Promise<void> | undefined;
  return {
    settings: () => settings,
    matcher: () => matcher,
    refresh,
    async start(look) {
      await refresh();
      timer = setInterval(() => {
        polling ??= poll(look).finally(() => (polling = undefined));
      }, POLL_EVERY_MS);
      timer.unref();
    },
    async close() {
      clearInterval(timer);
      await polling;
      await reading.catch(() => undefined);
    },
  };
}
