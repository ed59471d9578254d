import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { appError, databaseFailure } from '../../platform/errors.ts';
import type { AppendResult, Draft } from './messages.types.ts';

/** Most messages in one commit, and most that may wait for theirs. */
const FLUSH_MESSAGES = 500;
const WAITING_MESSAGES = 20_000;

/** Who waits for a draft. */
export type Caller = {
  readonly settle: (result: AppendResult) => void;
  readonly fail: (error: Error) => void;
};

type Entry = { readonly draft: Draft; readonly key: string | undefined; readonly callers: Caller[] };

type Options = {
  readonly append: (drafts: readonly Draft[]) => Promise<AppendResult[]>;
  /** Each called after a commit, when all its callers are settled and before any of them goes on. */
  readonly onFlushed: readonly (() => void)[];
  readonly logger: Logger;
  readonly maxWaiting?: number | undefined;
};

/** Stores messages in the order of their arrival. */
export type MessageWriter = {
  /** Settles with the result, or fails with `message_not_sent`, or `unavailable` while the database is away; then the same draft may be tried again. */
  readonly enqueue: (draft: Draft, caller: Caller) => void;
  /** Joins a message that waits for its commit under the same client id; false if there is none. */
  readonly join: (draft: Draft, caller: Caller) => boolean;
  /** Resolves when nothing waits. */
  readonly idle: () => Promise<void>;
};

/**
 * Natural group commit: while one commit is under way, what arrives waits together and shares the next. No timer: at
 * calm a message is stored at once. A message that comes twice before it is stored goes into the statement once.
 */
export function createMessageWriter(options: Options): MessageWriter {
  const { append, onFlushed, logger, maxWaiting = WAITING_MESSAGES } = options;
  const unsettled = new Map<string, Entry>();
  // The loop must not live in the transaction or request of the message that happens to start it.
  const outside = AsyncLocalStorage.snapshot();
  let waiting: Entry[] = [];
  let running: Promise<void> | undefined;

  function forget(entries: readonly Entry[]): void {
    for (const { key } of entries) if (key !== undefined) unsettled.delete(key);
  }

  /** Tells those who wait what became of their drafts, and lets the features publish what is committed. */
  function finish(entries: readonly Entry[], outcome: Outcome): void {
    forget(entries);
    if (outcome.status === 'fulfilled') {
      entries.forEach((entry, index) => settle(entry, outcome.value[index]));
    } else {
      logger.error({ err: outcome.reason, messages: entries.length }, 'messages could not be stored');
      for (const { callers } of entries) for (const caller of callers) caller.fail(failureOf(outcome.reason));
    }
    for (const publish of onFlushed) {
      try {
        publish();
      } catch (error) {
        // The messages are stored; clients find what was not published by its sequence.
        logger.error({ err: error }, 'stored messages could not be published');
      }
    }
  }

  /** Starts storing what waits; undefined when nothing does. */
  function begin(): { readonly entries: readonly Entry[]; readonly outcome: Promise<Outcome> } | undefined {
    if (waiting.length === 0) return undefined;
    const entries = waiting.slice(0, FLUSH_MESSAGES);
    waiting = waiting.slice(FLUSH_MESSAGES);
    return { entries, outcome: outcomeOf(append, entries) };
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn(); // what arrived in this turn of the event loop goes along
      let flush = begin();
      while (flush) {
        const outcome = await flush.outcome;
        // The database stores the next ones while these are published: one after the other, and both in order.
        const next = begin();
        finish(flush.entries, outcome);
        flush = next;
      }
    }
    running = undefined;
  }

  function join(draft: Draft, caller: Caller): boolean {
    const entry = unsettled.get(keyOf(draft) ?? '');
    entry?.callers.push(caller);
    return entry !== undefined;
  }

  return {
    join,
    enqueue: (draft, caller) => {
      if (join(draft, caller)) return;
      if (waiting.length >= maxWaiting) return caller.fail(appError('message_not_sent'));
      const entry = { draft, key: keyOf(draft), callers: [caller] };
      if (entry.key !== undefined) unsettled.set(entry.key, entry);
      waiting.push(entry);
      running ??= outside(run);
    },
    idle: async () => {
      await running;
    },
  };
}

type Outcome = PromiseSettledResult<AppendResult[]>;

async function outcomeOf(append: Options['append'], entries: readonly Entry[]): Promise<Outcome> {
  try {
    const value = await append(entries.map((entry) => entry.draft));
    if (value.length < entries.length)
      throw new Error('append_messages answered fewer rows than it was given');
    return { status: 'fulfilled', value };
  } catch (reason) {
    return { status: 'rejected', reason };
  }
}

/** What makes two drafts the same message. */
function keyOf({ conversationId, senderId, clientMessageId }: Draft): string | undefined {
  return clientMessageId === null ? undefined : `${conversationId} ${senderId} ${clientMessageId}`;
}

/** Everybody after the first repeats it. */
function settle({ callers }: Entry, result: AppendResult | undefined): void {
  if (!result) return;
  const again: AppendResult = result.status === 'stored' ? { ...result, status: 'repeated' } : result;
  callers.forEach((caller, index) => caller.settle(index === 0 ? result : again));
}

function failureOf(error: unknown): Error {
  return databaseFailure(error) ?? appError('message_not_sent');
}
