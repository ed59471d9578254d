import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { PERSONAL_PAGE, type PersonalSection } from '../../platform/personal-data/index.ts';
import type { MessageRef } from './deletions.repository.ts';
import { messageIdOf } from './message-id.codec.ts';
import { readHead, readMessages } from './messages.repository.ts';
import type { StoredMessage } from './messages.types.ts';

const PAGE = 500;

/** Yields all messages of a private chat that the viewer may see, oldest first. */
export async function* readWholeChat(
  db: Queryable,
  { conversationId, viewerId }: { readonly conversationId: number; readonly viewerId: number },
): AsyncGenerator<StoredMessage> {
  const { clearedTo } = await readHead(db, conversationId, viewerId);
  let afterSequence = clearedTo;
  for (;;) {
    const request = { conversationId, viewerId, afterSequence, clearedTo, limit: PAGE, isPersonal: true };
    const page = await readMessages(db, request);
    yield* page.filter((message) => !message.isDeleted);
    afterSequence = page.at(-1)?.sequence ?? afterSequence;
    if (page.length < PAGE) return;
  }
}

type ReactionRow = MessageRef & { readonly id: number; readonly emoji: string; readonly created_at: Date };

async function* readOwnReactions(db: Queryable, userId: number): AsyncGenerator<object> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<ReactionRow>`
      SELECT id, conversation_id AS "conversationId", sequence, emoji, created_at FROM message_reactions
      WHERE user_id = ${userId} AND id > ${after}
      ORDER BY id LIMIT ${PERSONAL_PAGE}`.execute(db);
    for (const { id, conversationId, sequence, ...reaction } of rows) {
      yield { message_id: messageIdOf(conversationId, sequence), ...reaction };
      after = id;
    }
    if (rows.length < PERSONAL_PAGE) return;
  }
}

/** Personal data of this feature without the messages, which rooms and private chats list. */
export const messageSections: readonly PersonalSection[] = [
  { name: 'reactions', about: 'Your reactions to messages.', rows: readOwnReactions },
];
