/**
 * Messages of rooms and private chats: storing them in order and once, reading, editing, deleting, reactions, drafts,
 * evidence, and the members of a conversation. Owns the tables `conversations`, `conversation_members`, `conversation_writers`,
 * `conversation_changes`, `conversation_clearings`, `messages`, `hidden_messages`, `message_reactions`,
 * `message_replies`, `message_versions`, `message_previews`, `pending_previews`, `drafts`, `conversation_mutes`, `unread_mentions`,
 * `message_words` and `unworded_messages`. Rooms and private chats register a {@link ConversationKind} with their differences.
 * The head of a conversation is its row in `conversations`: newest sequence, revision, and the sequence up to which all
 * messages are deleted. A lock on the head holds back new messages of the conversation.
 */
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { ActivityTeller } from '../activity/index.ts';
import { createMessageActivity } from './activity/message-activity.service.ts';
import { createWriterConnection } from './writer-connection.repository.ts';
import { readHistory } from './history.service.ts';
import { createConversationKinds, type Viewer } from './conversation-kinds.service.ts';
import { createDeletions } from './deletions.service.ts';
import { createEvidence } from './evidence.service.ts';
import { messagesHandlers } from './messages.routes.ts';
import { createChangePublisher, type PublishChange } from './changed-messages.events.ts';
import { createDrafts, type DraftChanged } from './drafts/drafts.service.ts';
import { createEdits, type EditRules } from './edits/edits.service.ts';
import { createForwards } from './forwards/forwards.service.ts';
import { createMutes, type MuteChanged } from './mutes/mutes.service.ts';
import { createReactions } from './reactions/reactions.service.ts';
import { createWordWriter } from './search/message-words.service.ts';
import { createPreviews } from './previews/previews.service.ts';
import type { PreviewRules } from './previews/previews.types.ts';
import { createMessageSearch } from './search/search.service.ts';
import { createMessageAppender } from './message-appender.service.ts';
import type { MessageAppender } from './message-appender.service.ts';
import { createMessageMeasures } from './message-metrics.service.ts';
import type { AppenderKind } from './message-metrics.service.ts';
import type { Committed, History, HistoryRequest } from './messages.types.ts';
import { createMessageWriter } from './message-writer.service.ts';

export * as deletions from './deletions.repository.ts';
export type { Deletable } from './deletions.repository.ts';
export { shortTextOf, type ToldWords } from './activity/short-text.policy.ts';
export { hasMuted, isMuteOn } from './mutes/mutes.repository.ts';
export { moveToConversation } from './drafts/drafts.repository.ts';
export { conversationsOf } from './deletions.service.ts';
export type * from './conversation-kinds.service.ts';
export type { Evidence } from './evidence.repository.ts';
export { createEvidence } from './evidence.service.ts';
export { readOne, readOpenly, readPage, readShown, type HistoryRange } from './history.service.ts';
export type { ForwardTarget } from './forwards/forwards.types.ts';
export { createSending, timedOut } from './send.service.ts';
export type { AddressOptions, Prepared, SendRules } from './send.service.ts';
export * as members from './members.repository.ts';
export * as mentions from './mentions.repository.ts';
export { messageIdOf, messageRefOf } from './message-id.codec.ts';
export { appendNotices } from './notices.repository.ts';
export {
  messageFieldsOf,
  newMessageOf,
  NO_FILES,
  previewChangeOf,
  reactionsChangeOf,
  sentDraftOf,
  shownOther,
  withoutOthers,
  type LinkOf,
} from './message-wire.codec.ts';
export * as writeLimits from './write-limits.repository.ts';
export { filled, readAudio, readImage } from './message-images.service.ts';
export type { Attachments } from './message-images.service.ts';
export type { MessageAppender } from './message-appender.service.ts';
export * as personalDeletions from './personal-deletions.repository.ts';
export { messageSections, readWholeChat } from './messages.personal.repository.ts';
export {
  isShownTo,
  messageColumns,
  messageJoins,
  messageOf,
  notHiddenBy,
  readableBy,
} from './messages.repository.ts';
export type { MessageRow } from './messages.repository.ts';
export { placesShowing, wasSent } from './media-places.repository.ts';
export { moveToPartitions } from './partitions/partition-move.service.ts';
export { createPartitionCommands } from './partitions/partitions.commands.ts';
export { startMessageRetention } from './retention/retention.jobs.ts';
export { nextWritten, STRETCH } from './retention/written.repository.ts';
export { askForLinkPreviews, startLinkPreviews } from './previews/previews.jobs.ts';
export { startMessageWords } from './search/message-words.jobs.ts';
export { createTypingUsers } from './typing.service.ts';
export type {
  AppendResult,
  Committed,
  Draft,
  History,
  HistoryRequest,
  MessageRef,
  Placed,
  RefusedStatus,
  SentFiles,
  StoredMessage,
} from './messages.types.ts';
export { UNCHANGED } from './messages.types.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  /** Records the time to each confirmation; omitted in tests. */
  readonly metrics?: Metrics | undefined;
  readonly edits: EditRules;
  readonly draftChanged: DraftChanged;
  readonly muteChanged: MuteChanged;
  /** Called after the commit with conversations whose messages are new or changed. */
  readonly conversationsChanged?: (conversationIds: Iterable<number>) => void;
  /** Omitted where links get no cards. */
  readonly previews?: PreviewRules;
  /** Omitted in a program without activity. */
  readonly activity?: ActivityTeller;
};

/** Public interface of the feature. */
export type Messages = ReturnType<typeof createMessages>;

/** Starts the message writer of this node and creates the commands. */
export function createMessages({
  database,
  logger,
  metrics,
  edits: rules,
  draftChanged,
  muteChanged,
  conversationsChanged = () => {},
  previews: previewRules,
  activity: teller,
}: Deps) {
  const measuresOf = metrics && createMessageMeasures(metrics);
  const connection = createWriterConnection(database.pool, logger);
  const kinds = createConversationKinds();
  const publishChange = createChangePublisher({ database, kinds });
  const publish: PublishChange = async (ref, event) => {
    await publishChange(ref, event);
    conversationsChanged([ref.conversationId]);
  };
  const previews =
    previewRules && createPreviews({ database, publish, logger, metrics, rules: previewRules });
  const words = createWordWriter(database, logger, previews?.stored);
  const onFlushed = [words.stored];
  const writer = createMessageWriter({
    append: async (drafts) => {
      database.assertWritable();
      return connection.append(drafts);
    },
    onFlushed,
    logger,
  });
  const activity = createMessageActivity({ database, teller, logger });
  const reactions = createReactions({ database, kinds, publish, logger, activity });
  const edits = createEdits({ database, kinds, publish, logger, rules, previews, activity });
  const drafts = createDrafts({ database, kinds, changed: draftChanged });
  const mutes = createMutes({ database, kinds, changed: muteChanged });
  const forwards = createForwards({
    database,
    kinds,
    wordFilter: rules.wordFilter,
    stored: () => onFlushed.forEach((flushed) => flushed()),
  });
  return {
    handlers: messagesHandlers({ reactions, edits, drafts, forwards, mutes }),

    /** Must be called by the feature of each kind when it is created. */
    registerKind: kinds.register,

    /** Creates the appender of a feature; `onCommitted` receives its messages of each commit, in order. */
    createMessageAppender<Context>(
      kind: AppenderKind,
      onCommitted: (batch: readonly Committed<Context>[]) => void,
    ): MessageAppender<Context> {
      const told = (batch: readonly Committed<Context>[]) => {
        onCommitted(batch);
        const stored = batch.filter(({ status }) => status === 'stored');
        conversationsChanged(new Set(stored.map(({ draft }) => draft.conversationId)));
        activity.stored(stored);
      };
      const appender = createMessageAppender(writer, database.db, told, measuresOf?.(kind));
      onFlushed.push(appender.flushed);
      return appender;
    },

    /**
     * Returns a page of history, or the changes after a sequence and a revision; cheap if there are none (R-04, GC-69).
     */
    history: (request: HistoryRequest): Promise<History> => readHistory(database.db, request),

    /** Adds the words by which messages are found. */
    words,

    /** Gives messages with links their cards; undefined without cards. */
    previews,

    /** Returns those of the conversations that the viewer may read, by id. */
    findPlaces: (viewer: Viewer, conversationIds: readonly number[]) =>
      kinds.findPlaces(database.db, viewer, conversationIds),

    /** Searches the caller's own conversations (SR-01). */
    search: createMessageSearch(database.db, kinds),

    deletions: createDeletions(database, kinds, activity),

    /** Mentions, replies and reactions as activity (NT-01). */
    activity,

    /** Returns the messages that belong to a report (SV-47). */
    evidence: createEvidence(database, kinds.all),

    /** Stores and publishes all waiting messages and releases the connection. Call before the database closes. */
    async close(): Promise<void> {
      await writer.idle();
      await reactions.close();
      await edits.close();
      await words.close();
      await previews?.close();
      await activity.close();
      connection.close();
    },
  };
}
