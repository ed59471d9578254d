/**
 * Messages of rooms and private chats: storing them in order and once, reading, deleting, reactions, evidence, and the
 * members of a conversation. Owns the tables `conversations`, `conversation_members`, `conversation_writers`,
 * `conversation_changes`, `conversation_clearings`, `messages`, `hidden_messages` and `message_reactions`. Rooms and
 * private chats register a {@link ConversationKind} with their differences.
 * The head of a conversation is its row in `conversations`: newest sequence, revision, and the sequence up to which all
 * messages are deleted. A lock on the head holds back new messages of the conversation.
 */
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import { createWriterConnection } from './writer-connection.repository.ts';
import { readHistory } from './history.service.ts';
import { createConversationKinds } from './conversation-kinds.service.ts';
import { createDeletions } from './deletions.service.ts';
import { createEvidence } from './evidence.service.ts';
import { messagesHandlers } from './messages.routes.ts';
import { createReactions } from './reactions/reactions.service.ts';
import { createMessageAppender } from './message-appender.service.ts';
import type { MessageAppender } from './message-appender.service.ts';
import { createMessageMeasures } from './message-metrics.service.ts';
import type { AppenderKind } from './message-metrics.service.ts';
import type { Committed, History, HistoryRequest } from './messages.types.ts';
import { createMessageWriter } from './message-writer.service.ts';

export * as deletions from './deletions.repository.ts';
export type { Deletable, MessageRef } from './deletions.repository.ts';
export { conversationsOf } from './deletions.service.ts';
export type * from './conversation-kinds.service.ts';
export type { Evidence } from './evidence.repository.ts';
export { createEvidence } from './evidence.service.ts';
export { readOne, readPage, type HistoryRange } from './history.service.ts';
export { createSending } from './send.service.ts';
export type { Prepared, SendRules } from './send.service.ts';
export * as members from './members.repository.ts';
export { messageIdOf, messageRefOf } from './message-id.codec.ts';
export { appendNotices } from './notices.repository.ts';
export { filled, readImage } from './message-images.service.ts';
export type { Attachments } from './message-images.service.ts';
export type { MessageAppender } from './message-appender.service.ts';
export * as personalDeletions from './personal-deletions.repository.ts';
export { messageSections, readWholeChat } from './messages.personal.repository.ts';
export { messageColumns, messageJoins, messageOf, notHiddenBy, readableBy } from './messages.repository.ts';
export type { MessageRow } from './messages.repository.ts';
export { placesShowing, wasSent } from './picture-places.repository.ts';
export { startMessageRetention } from './retention/retention.jobs.ts';
export { nextWritten, STRETCH } from './retention/written.repository.ts';
export { createTypingUsers } from './typing.service.ts';
export type {
  AppendResult,
  Committed,
  Draft,
  History,
  HistoryRequest,
  Placed,
  StoredMessage,
} from './messages.types.ts';
export { UNCHANGED } from './messages.types.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  /** Records the time to each confirmation; omitted in tests. */
  readonly metrics?: Metrics | undefined;
};

/** Public interface of the feature. */
export type Messages = ReturnType<typeof createMessages>;

/** Starts the message writer of this node and creates the commands. */
export function createMessages({ database, logger, metrics }: Deps) {
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
  const kinds = createConversationKinds();
  const reactions = createReactions({ database, kinds, logger });
  return {
    handlers: messagesHandlers(reactions),

    /** Must be called by the feature of each kind when it is created. */
    registerKind: kinds.register,

    /** Creates the appender of a feature; `onCommitted` receives its messages of each commit, in order. */
    createMessageAppender<Context>(
      kind: AppenderKind,
      onCommitted: (batch: readonly Committed<Context>[]) => void,
    ): MessageAppender<Context> {
      const appender = createMessageAppender(writer, database.db, onCommitted, measuresOf?.(kind));
      appenders.push(appender.flushed);
      return appender;
    },

    /**
     * Returns a page of history, or the changes after a sequence and a revision; cheap if there are none (R-04, GC-69).
     */
    history: (request: HistoryRequest): Promise<History> => readHistory(database.db, request),

    deletions: createDeletions(database, kinds),

    /** Returns the messages that belong to a report (SV-47). */
    evidence: createEvidence(database, kinds.all),

    /** Stores and publishes all waiting messages and releases the connection. Call before the database closes. */
    async close(): Promise<void> {
      await writer.idle();
      await reactions.close();
      connection.close();
    },
  };
}
