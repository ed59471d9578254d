import type { Queryable } from '../../platform/database/index.ts';
import { findFirst } from './messages.repository.ts';
import type { AppendMetrics } from './message-metrics.service.ts';
import type { AppendResult, Committed, Draft } from './messages.types.ts';
import type { Caller, MessageWriter } from './message-writer.service.ts';

/** Appends messages for one feature; the context that the feature passes is returned with each committed message. */
export type MessageAppender<Context> = {
  /** Stores a message. Rejects with `message_not_sent` (503), or if the disk is full; then nothing was published. */
  readonly append: (draft: Draft, context: Context) => Promise<AppendResult>;
  /**
   * If the draft was stored before, returns its first sequence and time without storing it again; otherwise undefined.
   */
  readonly repeat: (draft: Draft, context: Context) => Promise<AppendResult | undefined>;
  /** Counts and publishes messages that another transaction stored, after its commit; `seconds` since they arrived. */
  readonly publish: (committed: readonly Committed<Context>[], seconds: number) => void;
};

/**
 * Creates an appender. `onCommitted` is called once per commit with the messages of this appender, stored and repeated,
 * in the order of their sequences; it publishes and confirms them together. `measures` records the time to the
 * commit.
 */
export function createMessageAppender<Context>(
  writer: MessageWriter,
  db: Queryable,
  onCommitted: (batch: readonly Committed<Context>[]) => void,
  measures?: AppendMetrics,
): MessageAppender<Context> & { readonly flushed: () => void } {
  let batch: Committed<Context>[] = [];

  function callerOf(draft: Draft, context: Context) {
    const { promise, resolve, reject } = Promise.withResolvers<AppendResult>();
    const settle = (result: AppendResult) => {
      if (isPlaced(result)) batch.push({ draft, context, ...result });
      resolve(result);
    };
    return { promise, caller: { settle, fail: reject } };
  }

  return {
    append: (given, context) => {
      const draft = storable(given);
      const { promise, caller } = callerOf(draft, context);
      writer.enqueue(draft, measures ? measured(caller, measures) : caller);
      return promise;
    },
    repeat: async (given, context) => {
      const draft = storable(given);
      const { promise, caller } = callerOf(draft, context);
      if (writer.join(draft, caller)) return promise;
      const first = await findFirst(db, draft);
      if (!first) return undefined;
      const result = {
        status: 'repeated',
        hiddenFrom: null,
        quote: null,
        hadDraft: false,
        ...first,
      } as const;
      onCommitted([{ draft, context, ...result }]);
      return result;
    },
    publish: (committed, seconds) => {
      for (const { status } of committed) measures?.committed(seconds, status === 'stored');
      onCommitted(committed);
    },
    flushed: () => {
      if (batch.length === 0) return;
      const committed = batch;
      batch = [];
      onCommitted(committed);
    },
  };
}

/** Adds the measurements to a caller. Refusals are not counted: there was nothing to store. */
function measured({ settle, fail }: Caller, measures: AppendMetrics): Caller {
  const arrived = performance.now();
  return {
    settle: (result) => {
      if (isPlaced(result))
        measures.committed((performance.now() - arrived) / 1000, result.status === 'stored');
      settle(result);
    },
    fail: (error) => {
      measures.failed();
      fail(error);
    },
  };
}

function isPlaced(result: AppendResult): result is Extract<AppendResult, { sequence: number }> {
  return result.status === 'stored' || result.status === 'repeated';
}

/** Removes NUL and lone surrogates, which PostgreSQL refuses: one such text would fail the whole batch. */
function storable(draft: Draft): Draft {
  const clientMessageId = draft.clientMessageId === null ? null : clean(draft.clientMessageId);
  const { imageId, youtubeUrl } = draft;
  return {
    ...draft,
    clientMessageId,
    content: clean(draft.content),
    ...(typeof imageId === 'string' && { imageId: clean(imageId) }),
    ...(typeof youtubeUrl === 'string' && { youtubeUrl: clean(youtubeUrl) }),
  };
}

function clean(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '');
}
