import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { ConversationKind, ReadableConversation, Viewer } from './conversation-kind.types.ts';
import { messageRefOf } from './message-identity.ts';
import { readHistory } from './messages.history.ts';
import { readMessage } from './messages.repository.ts';

/** The range of a history as clients request it. */
type HistoryRange = {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly after_sequence?: number | undefined;
  readonly after_revision?: number | undefined;
};

/** Reads one page of a conversation as clients get it, and notes what the viewer was shown (SV-36, SV-39). */
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

/** Returns one message as clients get it. Throws `message_not_found`, whatever keeps the viewer from reading it. */
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
