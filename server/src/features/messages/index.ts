/**
 * The kernel that rooms and private chat share: storing messages in order and once, reading them back, who is in a
 * conversation. Knows neither rooms nor private chats; each opens a lane and publishes what its lane committed.
 */
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import { createWriterConnection } from './messages.connection.ts';
import { openLane } from './messages.lane.ts';
import type { Lane } from './messages.lane.ts';
import { readLastSequence, readMessages } from './messages.repository.ts';
import type { Committed, History, HistoryRequest } from './messages.types.ts';
import { createMessageWriter } from './messages.writer.ts';

export * as members from './members.repository.ts';
export { clientMessageIdOf, messageIdOf } from './message-identity.ts';
export type { Lane } from './messages.lane.ts';
export type {
  AppendResult,
  Committed,
  Draft,
  History,
  HistoryRequest,
  StoredMessage,
} from './messages.types.ts';

type Deps = { readonly database: Database; readonly logger: Logger };

/** Storing and reading messages. */
export type Messages = {
  /** A feature's way to the writer; `onCommitted` gets each commit's messages of this lane, in order. */
  readonly openLane: <Context>(onCommitted: (batch: readonly Committed<Context>[]) => void) => Lane<Context>;
  /** One page of history, or what came after a sequence; the latter reads no message when nothing is new. */
  readonly history: (request: HistoryRequest) => Promise<History>;
  /** Stores what waits and gives the connection back; to be called before the database closes. */
  readonly close: () => Promise<void>;
};

/** Starts the message writer of this node. */
export function createMessages({ database, logger }: Deps): Messages {
  const connection = createWriterConnection(database.pool, logger);
  const lanes: (() => void)[] = [];
  const writer = createMessageWriter({
    append: async (drafts) => {
      database.assertWritable();
      return connection.append(drafts);
    },
    onFlushed: lanes,
    logger,
  });
  return {
    openLane: (onCommitted) => {
      const lane = openLane(writer, database.db, onCommitted);
      lanes.push(lane.flushed);
      return lane;
    },
    history: async (request) => {
      const lastSequence = await readLastSequence(database.db, request.conversationId);
      const nothingNew = request.afterSequence !== undefined && request.afterSequence >= lastSequence;
      if (lastSequence === 0 || nothingNew) return { messages: [], hasMore: false, lastSequence };
      return pageOf(
        await readMessages(database.db, { ...request, limit: request.limit + 1 }),
        request,
        lastSequence,
      );
    },
    close: async () => {
      await writer.idle();
      connection.close();
    },
  };
}

/** One message more than asked for was read, to see whether there is more on that side. */
function pageOf(found: History['messages'], request: HistoryRequest, lastSequence: number): History {
  const hasMore = found.length > request.limit;
  const isForward = request.afterSequence !== undefined;
  const messages = !hasMore ? found : isForward ? found.slice(0, request.limit) : found.slice(1);
  return { messages, hasMore, lastSequence: Math.max(lastSequence, messages.at(-1)?.sequence ?? 0) };
}
