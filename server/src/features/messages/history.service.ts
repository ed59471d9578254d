import { AROUND_EACH_SIDE, HISTORY_PAGE } from '@adda/contract/messages';
import type { Database, Queryable } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { ConversationKind, ReadableConversation, Viewer } from './conversation-kinds.service.ts';
import { messageRefOf } from './message-id.codec.ts';
import { listChanges } from './change-log.repository.ts';
import {
  readHead,
  readMessage,
  readMessages,
  readMessagesAround,
  readMessagesAt,
  readNewestToAll,
} from './messages.repository.ts';
import type { Head, History, HistoryRequest, StoredMessage } from './messages.types.ts';

/** The range of a history as clients request it. */
export type HistoryRange = {
  readonly limit?: number | undefined;
  readonly before?: string | undefined;
  readonly after_sequence?: number | undefined;
  readonly after_revision?: number | undefined;
  readonly around_sequence?: number | undefined;
};

/** Returns one page of a conversation in wire form, and notes up to where the viewer has read (SV-36, SV-39). */
export async function readPage<Wire>(
  { db }: Pick<Database, 'db'>,
  conversation: ReadableConversation<Wire>,
  { userId: viewerId }: Pick<Viewer, 'userId'>,
  range: HistoryRange,
) {
  const { conversationId, isPersonal, toWire } = conversation;
  const page = await readHistory(db, {
    conversationId,
    viewerId,
    isPersonal,
    limit: range.limit ?? HISTORY_PAGE,
    before: range.before === undefined ? undefined : new Date(range.before),
    afterSequence: range.after_sequence,
    afterRevision: range.after_revision,
    aroundSequence: range.around_sequence,
  });
  conversation.shown(page.shownTo);
  conversation.fetched?.(page.messages.at(-1)?.sequence ?? 0);
  return {
    messages: page.messages.map(toWire),
    has_more: page.hasMore,
    ...(page.hasMoreAfter !== undefined && {
      has_more_before: page.hasMore,
      has_more_after: page.hasMoreAfter,
    }),
    last_sequence: page.lastSequence,
    revision: page.revision,
    cleared_to: page.clearedTo,
    deleted_sequences: [...page.deletedSequences],
    hidden_sequences: [...page.hiddenSequences],
    changed_messages: page.changedMessages.map(toWire),
    reload: page.isTooMany,
  };
}

/**
 * Returns one message in wire form. Throws `message_not_found` for any reason why the viewer may not read it.
 */
export async function readOne<Wire>(
  { db }: Pick<Database, 'db'>,
  kind: ConversationKind<Wire>,
  viewer: Viewer,
  messageId: string,
): Promise<Wire> {
  const ref = messageRefOf(messageId);
  const conversation = ref && (await kind.findReadable(db, ref.conversationId, viewer));
  if (!conversation) throw appError('message_not_found');
  const { isPersonal, toWire } = conversation;
  const message = await readMessage(db, { ...ref, viewerId: viewer.userId, isPersonal });
  if (!message) throw appError('message_not_found');
  conversation.fetched?.(message.sequence);
  return toWire(message);
}

const NO_CHANGES = {
  deletedSequences: [],
  hiddenSequences: [],
  changedMessages: [],
  isTooMany: false,
} as const;

/**
 * Reads one page of history. The head is read first: messages that arrive in between are requested again, not missed.
 * If the head shows nothing new, neither messages nor changes are read (GC-69).
 */
export async function readHistory(db: Queryable, request: HistoryRequest): Promise<History> {
  const { conversationId, viewerId, afterRevision, isPersonal } = request;
  const head = await readHead(db, conversationId, isPersonal ? viewerId : undefined);
  const page = await readMessagesOf(db, request, head);
  const changes =
    afterRevision === undefined || afterRevision >= head.revision
      ? { ...NO_CHANGES, revision: head.revision }
      : await listChanges(db, { conversationId, viewerId, isPersonal, afterRevision }, head);
  return { ...head, ...page, ...changes };
}

/** Returns those of the messages of a room that the viewer may see now, ascending; deleted ones are left out. */
export async function readShown(
  db: Queryable,
  { conversationId, viewerId }: Pick<HistoryRequest, 'conversationId' | 'viewerId'>,
  sequences: readonly number[],
): Promise<StoredMessage[]> {
  if (sequences.length === 0) return [];
  const { clearedTo } = await readHead(db, conversationId);
  return readMessagesAt(db, { conversationId, viewerId, clearedTo }, sequences);
}

/**
 * Returns the newest messages to all members of a room, ascending, as the viewer sees them as a member; deleted ones are left
 * out, and nothing counts as read (HM-06).
 */
export async function readOpenly(
  db: Queryable,
  { conversationId, viewerId }: Pick<HistoryRequest, 'conversationId' | 'viewerId'>,
  limit: number,
): Promise<StoredMessage[]> {
  const { clearedTo } = await readHead(db, conversationId);
  return readNewestToAll(db, { conversationId, viewerId, isPersonal: false, clearedTo }, limit);
}

type Page = Pick<History, 'messages' | 'hasMore' | 'hasMoreAfter' | 'lastSequence' | 'shownTo'>;

/** Beyond the end, a page around a message is the newest one of the same size. */
function readMessagesOf(db: Queryable, request: HistoryRequest, head: Head): Promise<Page> {
  const { aroundSequence } = request;
  if (aroundSequence === undefined) return readInDirection(db, request, head);
  if (aroundSequence <= head.lastSequence) return readAround(db, request, head, aroundSequence);
  return readNewest(db, request, head);
}

const readNewest = async (db: Queryable, request: HistoryRequest, head: Head): Promise<Page> => ({
  ...(await readInDirection(db, { ...request, limit: 1 + 2 * AROUND_EACH_SIDE }, head)),
  hasMoreAfter: false,
});

/** One message more than requested is read, to find out whether there are more. */
async function readInDirection(db: Queryable, request: HistoryRequest, head: Head): Promise<Page> {
  const { afterSequence, limit, before } = request;
  const { clearedTo } = head;
  const isNothingNew = head.lastSequence <= Math.max(afterSequence ?? 0, clearedTo);
  const found = isNothingNew ? [] : await readMessages(db, { ...request, clearedTo, limit: limit + 1 });
  const hasMore = found.length > limit;
  const isForward = afterSequence !== undefined;
  const messages = !hasMore ? found : isForward ? found.slice(0, limit) : found.slice(1);
  const lastSequence = Math.max(head.lastSequence, messages.at(-1)?.sequence ?? 0);
  const shownTo = hasMore && isForward ? (messages.at(-1)?.sequence ?? 0) : lastSequence;
  return { messages, hasMore, lastSequence, shownTo: before ? 0 : shownTo };
}

/**
 * Reads the page around a message. Unless it reaches the end, it shows nothing as read: newer messages were not returned, and
 * neither were the unread ones before it (SV-46).
 */
async function readAround(
  db: Queryable,
  request: HistoryRequest,
  head: Head,
  sequence: number,
): Promise<Page> {
  const { clearedTo } = head;
  const place = { sequence, each: AROUND_EACH_SIDE + 1 };
  const found = await readMessagesAround(db, { ...request, clearedTo }, place);
  const before = found.filter((message) => message.sequence < sequence);
  const after = found.filter((message) => message.sequence > sequence);
  const hasMoreAfter = after.length > AROUND_EACH_SIDE;
  const messages = [
    ...before.slice(-AROUND_EACH_SIDE),
    ...found.filter((message) => message.sequence === sequence),
    ...after.slice(0, AROUND_EACH_SIDE),
  ];
  const lastSequence = Math.max(head.lastSequence, messages.at(-1)?.sequence ?? 0);
  return {
    messages,
    hasMore: before.length > AROUND_EACH_SIDE,
    hasMoreAfter,
    lastSequence,
    shownTo: hasMoreAfter ? 0 : lastSequence,
  };
}
