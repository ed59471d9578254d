import { SAFETY_DEFAULTS, type SafetySettings } from '@adda/contract/safety';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { readSettings } from './safety-settings.repository.ts';
import { createWordMatcher, type WordMatcher } from './words/word-matcher.ts';
import { readWords, type KnownWord } from './words/words.repository.ts';

/** How soon a node hears of what an operator changed on another one. */
const LOOK_EVERY_MS = 2_000;

/** What this node knows of the word list and the settings, so that judging a message costs no query. */
export type SafetyMemory = {
  readonly settings: () => SafetySettings;
  readonly matcher: () => WordMatcher<KnownWord>;
  /** Looks for changes now; resolves when they are known. Rejects when the database can't be read. */
  readonly refresh: () => Promise<void>;
  /** Reads everything and goes on looking; `look` runs along each time. */
  readonly start: (look: () => Promise<void>) => Promise<void>;
  /** Resolves when nothing is read any more. */
  readonly close: () => Promise<void>;
};

/** Makes the memory of a node; empty until it is started. */
export function createSafetyMemory({ db }: Pick<Database, 'db'>, logger: Logger): SafetyMemory {
  let settings: SafetySettings = SAFETY_DEFAULTS;
  let matcher = createWordMatcher<KnownWord>([]);
  let version: number | undefined;
  let reading = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** The version before the list: one that grows in between only means to read once more. */
  async function read(): Promise<void> {
    const { words_version: newest, ...limits } = await readSettings(db);
    settings = limits;
    if (newest === version) return;
    matcher = createWordMatcher(await readWords(db));
    version = newest;
  }

  /** One after the other, so that what was read first does not replace what is newer. */
  function refresh(): Promise<void> {
    reading = reading.catch(() => undefined).then(read);
    return reading;
  }

  async function lookAgain(look: () => Promise<void>): Promise<void> {
    try {
      await look();
      await refresh();
    } catch (error) {
      logger.warn({ err: error }, 'the word list and limits of new accounts could not be read');
    }
  }

  let looking: Promise<void> | undefined;
  return {
    settings: () => settings,
    matcher: () => matcher,
    refresh,
    async start(look) {
      await refresh();
      timer = setInterval(() => {
        looking ??= lookAgain(look).finally(() => (looking = undefined));
      }, LOOK_EVERY_MS);
      timer.unref();
    },
    async close() {
      clearInterval(timer);
      await looking;
      await reading.catch(() => undefined);
    },
  };
}
