import type { Database, Queryable } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { ConversationKind, ReadableConversation, Viewer } from './conversation-kinds.service.ts';
import { messageRefOf } from './message-id.codec.ts';
import { listChanges } from './change-log.repository.ts';
import { readHead, readMessage, readMessages } from './messages.repository.ts';
import type { Head, History, HistoryRequest, StoredMessage } from './messages.types.ts';

/** The range of a history as clients request it. */
export type HistoryRange = {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly after_sequence?: number | undefined;
  readonly after_revision?: number | undefined;
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
    limit: range.limit,
    before: range.before === undefined ? undefined : new Date(range.before),
    afterSequence: range.after_sequence,
    afterRevision: range.after_revision,
  });
  conversation.shown(page.shownTo);
  return {
    messages: page.messages.map(toWire),
    has_more: page.hasMore,
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
  const { conversationId, viewerId, afterSequence = 0, afterRevision, isPersonal } = request;
  const head = await readHead(db, conversationId, isPersonal ? viewerId : undefined);
  const isNothingNew = head.lastSequence <= Math.max(afterSequence, head.clearedTo);
  const found = isNothingNew
    ? []
    : await readMessages(db, { ...request, clearedTo: head.clearedTo, limit: request.limit + 1 });
  const changes =
    afterRevision === undefined || afterRevision >= head.revision
      ? { ...NO_CHANGES, revision: head.revision }
      : await listChanges(db, { conversationId, viewerId, isPersonal, afterRevision }, head);
  return { ...pageOf(found, request, head), ...changes };
}

/** Cuts the page: one message more than requested was read, to find out whether there are more. */
function pageOf(found: readonly StoredMessage[], request: HistoryRequest, head: Head) {
  const hasMore = found.length > request.limit;
  const isForward = request.afterSequence !== undefined;
  const messages = !hasMore ? found : isForward ? found.slice(0, request.limit) : found.slice(1);
  const lastSequence = Math.max(head.lastSequence, messages.at(-1)?.sequence ?? 0);
  const shownTo = hasMore && isForward ? (messages.at(-1)?.sequence ?? 0) : lastSequence;
  return { ...head, messages, hasMore, lastSequence, shownTo: request.before ? 0 : shownTo };
}
