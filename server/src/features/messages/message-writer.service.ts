import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { appError, databaseFailure } from '../../platform/errors.ts';
import type { AppendResult, Draft } from './messages.types.ts';

/** Most messages in one commit, and most messages that may wait for one. */
const FLUSH_MESSAGES = 500;
const WAITING_MESSAGES = 20_000;

/** A caller that waits for the result of a draft. */
export type Caller = {
  readonly settle: (result: AppendResult) => void;
  readonly fail: (error: Error) => void;
};

type Entry = { readonly draft: Draft; readonly key: string | undefined; readonly callers: Caller[] };

type Options = {
  readonly append: (drafts: readonly Draft[]) => Promise<AppendResult[]>;
  /** Each is called after a commit, when all its callers are settled and before any of them continues. */
  readonly onFlushed: readonly (() => void)[];
  readonly logger: Logger;
  readonly maxWaiting?: number | undefined;
};

/** Stores messages in the order of their arrival. */
export type MessageWriter = {
  /**
   * Settles with the result, or fails with `message_not_sent`, or with `unavailable` while the database is down; then
   * the same draft may be sent again.
   */
  readonly enqueue: (draft: Draft, caller: Caller) => void;
  /** Joins a message that waits for its commit under the same client id; false if there is none. */
  readonly join: (draft: Draft, caller: Caller) => boolean;
  /** Resolves when no message is waiting. */
  readonly idle: () => Promise<void>;
};

/**
 * Creates a writer with natural group commit: messages that arrive during one commit share the next one. There is no
 * timer, so without load a message is stored immediately. A message that is sent again before it is stored is passed to
 * the statement once.
 */
export function createMessageWriter(options: Options): MessageWriter {
  const { append, onFlushed, logger, maxWaiting = WAITING_MESSAGES } = options;
  const unsettled = new Map<string, Entry>();
  // The loop must not run in the async context of the transaction or request whose message starts it.
  const outside = AsyncLocalStorage.snapshot();
  let waiting: Entry[] = [];
  let running: Promise<void> | undefined;

  function forget(entries: readonly Entry[]): void {
    for (const { key } of entries) if (key !== undefined) unsettled.delete(key);
  }

  /** Settles the callers, and lets the features publish the committed messages. */
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
        // The messages are stored; clients find unpublished ones by their sequence.
        logger.error({ err: error }, 'stored messages could not be published');
      }
    }
  }

  /** Starts storing the waiting messages; returns undefined if there are none. */
  function begin(): { readonly entries: readonly Entry[]; readonly outcome: Promise<Outcome> } | undefined {
    if (waiting.length === 0) return undefined;
    const entries = waiting.slice(0, FLUSH_MESSAGES);
    waiting = waiting.slice(FLUSH_MESSAGES);
    return { entries, outcome: outcomeOf(append, entries) };
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn(); // messages that arrived in this turn of the event loop are included
      let flush = begin();
      while (flush) {
        const outcome = await flush.outcome;
        // The database stores the next batch while this one is published; both keep their order.
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
      throw new Error('store_messages returned fewer rows than it was given');
    return { status: 'fulfilled', value };
  } catch (reason) {
    return { status: 'rejected', reason };
  }
}

/** Returns the key under which two drafts are the same message. */
function keyOf({ conversationId, senderId, clientMessageId }: Draft): string | undefined {
  return clientMessageId === null ? undefined : `${conversationId} ${senderId} ${clientMessageId}`;
}

/** Settles the callers of one draft: the first with `stored`, the others with `repeated`. */
function settle({ callers }: Entry, result: AppendResult | undefined): void {
  if (!result) return;
  const again: AppendResult = result.status === 'stored' ? { ...result, status: 'repeated' } : result;
  callers.forEach((caller, index) => caller.settle(index === 0 ? result : again));
}

function failureOf(error: unknown): Error {
  return databaseFailure(error) ?? appError('message_not_sent');
}
