/**
 * The kernel that rooms and private chat share: storing messages in order and once, reading them back, deleting them,
 * who is in a conversation. Knows neither rooms nor private chats; each opens a appender and publishes what its appender
 * committed.
 */
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { MessageRef } from './deletions.repository.ts';
import { createWriterConnection } from './messages.connection.ts';
import { readHistory } from './messages.history.ts';
import { createMessageAppender } from './message-appender.ts';
import type { MessageAppender } from './message-appender.ts';
import { createMessageMeasures } from './messages.measures.ts';
import type { LaneKind } from './messages.measures.ts';
import { readMessage } from './messages.repository.ts';
import type { Committed, History, HistoryRequest, StoredMessage } from './messages.types.ts';
import { createMessageWriter } from './messages.writer.ts';

export * as deletions from './deletions.repository.ts';
export type { Deletable, Deleted, MessageRemoval, MessageRef } from './deletions.repository.ts';
export * as members from './members.repository.ts';
export { judgeContent } from './judge-content.ts';
export { refuseContent } from './message-content.ts';
export { clientMessageIdOf, messageIdOf, messageRefOf } from './message-identity.ts';
export { appendNotices } from './notices.repository.ts';
export { createImageIntake, filled, readImage } from './message-images.ts';
export type { ImageGiven } from './message-images.ts';
export type { MessageAppender } from './message-appender.ts';
export * as personalDeletions from './personal-deletions.repository.ts';
export { readWholeChat } from './messages.personal.repository.ts';
export { readableBy } from './messages.repository.ts';
export { placesShowing, wasSent } from './picture-places.repository.ts';
export { createMessageRetention, type MessageRetention } from './retention/retention.ts';
export type { Removed } from './retention/content-removal.ts';
export { nextWritten, STRETCH } from './retention/written.repository.ts';
export { createTypingUsers } from './typing-users.ts';
export type {
  AppendResult,
  Committed,
  Draft,
  History,
  HistoryRequest,
  Placed,
  StoredMessage,
} from './messages.types.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  /** Records the time to each confirmation; omitted in tests. */
  readonly metrics?: Metrics | undefined;
};

/** Storing and reading messages. */
export type Messages = {
  /** A feature's way to the writer; `onCommitted` gets each commit's messages of this appender, in order. */
  readonly createMessageAppender: <Context>(
    kind: LaneKind,
    onCommitted: (batch: readonly Committed<Context>[]) => void,
  ) => MessageAppender<Context>;
  /** One page of history, or what came after a sequence and a revision; that is cheap when nothing did (R-04, GC-69). */
  readonly history: (request: HistoryRequest) => Promise<History>;
  /** One message that the viewer may read, deleted ones included unless everything was deleted with them. */
  readonly find: (
    place: MessageRef,
    viewerId: number,
    options?: Pick<HistoryRequest, 'isPersonal'>,
  ) => Promise<StoredMessage | undefined>;
  /** Stores what waits and gives the connection back; to be called before the database closes. */
  readonly close: () => Promise<void>;
};

/** Starts the message writer of this node. */
export function createMessages({ database, logger, metrics }: Deps): Messages {
  const measuresOf = metrics && createMessageMeasures(metrics);
  const connection = createWriterConnection(database.pool, logger);
  const appenders: (() => void)[] = [];
  const writer = createMessageWriter({
    append: async (drafts) => {
      database.assertWritable();
      return connection.append(drafts);
    },
    onFlushed: appenders,
    logger,
  });
  return {
    createMessageAppender: (kind, onCommitted) => {
      const appender = createMessageAppender(writer, database.db, onCommitted, measuresOf?.(kind));
      appenders.push(appender.flushed);
      return appender;
    },
    history: (request) => readHistory(database.db, request),
    find: (place, viewerId, options) => readMessage(database.db, { ...place, viewerId, ...options }),
    close: async () => {
      await writer.idle();
      connection.close();
    },
  };
}
