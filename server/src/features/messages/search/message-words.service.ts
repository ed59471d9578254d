import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/index.ts';
import { addMissingWords, type OnWorded } from './message-words.repository.ts';

/** Most messages in one transaction. */
const AT_ONCE = 100;
/**
 * While messages are being stored, the pause after a transaction is this many times as long as the transaction: so words
 * take less than a tenth of the time from storing (SR-04). The maximum is below the second of SR-01.
 */
const PAUSE = { times: 12, maxMs: 800 };

/** Adds the words by which messages are found, after the commit of the messages. */
export type WordWriter = {
  /** Has to be called after every commit of messages. */
  readonly stored: () => void;
  /** Begins to add words where they are missing; without effect while that is being done. */
  readonly start: () => void;
  /** Stops after the current transaction. The rest is done at the next start, or by another node. */
  readonly close: () => Promise<void>;
};

/**
 * Creates the word writer of this node. Messages that are stored during one transaction or pause share the next
 * transaction. There is no timer: without load a message has its words immediately after its commit. `onWorded` is called
 * once for each stored message, in the transaction of its words.
 */
export function createWordWriter(database: Database, logger: Logger, onWorded?: OnWorded): WordWriter {
  const closing = new AbortController();
  // The loop must not run in the async context of the commit that starts it.
  const outside = AsyncLocalStorage.snapshot();
  let hasStored = false;
  let pauseUntil = 0;
  let hasFailed = false;
  let running: Promise<void> | undefined;

  async function pause(): Promise<void> {
    const ms = pauseUntil - performance.now();
    if (ms > 0) await delay(ms, undefined, { signal: closing.signal }).catch(() => undefined);
  }

  /** Runs one transaction; returns whether there may be more messages without words. */
  async function addWords(): Promise<boolean> {
    const isBusy = hasStored;
    hasStored = false;
    const started = performance.now();
    database.assertWritable();
    const count = await database.transaction((tx) => addMissingWords(tx, AT_ONCE, hasFailed, onWorded));
    hasFailed = false;
    const now = performance.now();
    pauseUntil = isBusy || hasStored ? now + Math.min(PAUSE.times * (now - started), PAUSE.maxMs) : now;
    return count >= AT_ONCE;
  }

  async function run(): Promise<void> {
    try {
      let isMore = true;
      while (isMore || hasStored) {
        await pause();
        if (closing.signal.aborted) break;
        isMore = await addWords();
      }
    } catch (error) {
      hasFailed = true;
      // The messages stay noted: the next commit or the job tries again.
      logger.warn({ err: error }, 'messages could not be made findable');
    }
    running = undefined;
  }

  function start(): void {
    if (!closing.signal.aborted) running ??= outside(run);
  }

  return {
    start,
    stored: () => {
      hasStored = true;
      start();
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
}
