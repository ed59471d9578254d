import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { SafetyMemory } from '../safety-memory.service.ts';
import type { FlaggedText, WordFilter } from '../safety.types.ts';
import { addHits, type KnownWord } from './words.repository.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Reports a stored text with words under review to moderation. */
    'safety.flagged-text': FlaggedText;
  }
}

type Deps = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly logger: Logger;
  readonly memory: Pick<SafetyMemory, 'matcher'>;
};

/** The word list of this node and its hit counters. */
type WordList = {
  readonly wordFilter: WordFilter;
  /** Stores the hits since the last call; on failure they are kept for the next call. */
  readonly storeHits: () => Promise<void>;
  /** Registers the job that calls the listeners. */
  readonly startJobs: () => void;
  /** Resolves once every reported text is in the job queue. */
  readonly close: () => Promise<void>;
};

/** Checks texts against the in-memory list (SV-105). */
export function createWordList({ database, jobs, logger, memory }: Deps): WordList {
  const listeners: ((flagged: FlaggedText) => Promise<void>)[] = [];
  const reporting = new Set<Promise<void>>();
  let hits = new Map<string, number>();

  function count(id: string, times: number): void {
    hits.set(id, (hits.get(id) ?? 0) + times);
  }

  function find(texts: readonly (string | null | undefined)[]): KnownWord[] {
    const { find: findIn } = memory.matcher();
    const found = new Set(texts.flatMap((text) => (text ? findIn(text) : [])));
    for (const { id } of found) count(id, 1);
    return [...found];
  }

  async function enqueue(flagged: FlaggedText): Promise<void> {
    try {
      await database.transaction((tx) => jobs.enqueue(tx, 'safety.flagged-text', flagged));
    } catch (error) {
      logger.error({ err: error, userId: flagged.userId }, 'text with listed words could not be reported');
    }
  }

  async function storeHits(): Promise<void> {
    if (hits.size === 0) return;
    const counted = hits;
    hits = new Map();
    try {
      await addHits(database.db, counted);
    } catch (error) {
      for (const [id, times] of counted) count(id, times);
      throw error;
    }
  }

  return {
    wordFilter: {
      check: (...texts) => {
        const found = find(texts);
        if (found.some(({ action }) => action === 'refuse')) throw appError('words_refused');
        return found.map(({ word }) => word);
      },
      report: (flagged) => {
        if (flagged.words.length === 0) return;
        const done = enqueue(flagged).finally(() => reporting.delete(done));
        reporting.add(done);
      },
      onReported: (listener) => void listeners.push(listener),
    },
    storeHits,
    startJobs: () =>
      jobs.handle('safety.flagged-text', async (flagged) => {
        for (const listener of listeners) await listener(flagged);
      }),
    close: async () => {
      await Promise.all(reporting);
    },
  };
}
