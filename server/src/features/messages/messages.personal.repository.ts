import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';
import { nameFor } from '../relations/index.ts';
import { messageIdOf } from './message-id.codec.ts';
import { readHead, readMessages } from './messages.repository.ts';
import type { MessageRef, StoredMessage } from './messages.types.ts';

const PAGE = 500;

/** Yields all messages of a private chat that the viewer may see, oldest first (R-14). */
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

type FormerTextRow = MessageRef & {
  readonly revision: number;
  readonly content: string;
  readonly written_at: Date;
};

/** Yields the former texts of the user's messages that are not deleted, oldest conversation first. */
async function* readFormerTexts(db: Queryable, userId: number): AsyncGenerator<object> {
  let after = { conversationId: 0, sequence: 0, revision: 0 };
  for (;;) {
    const { rows } = await sql<FormerTextRow>`
      SELECT former.conversation_id AS "conversationId", former.sequence, former.revision, former.content,
        former.written_at
      FROM conversation_writers writer
      JOIN message_versions former ON former.conversation_id = writer.conversation_id
      JOIN messages m ON m.conversation_id = former.conversation_id AND m.sequence = former.sequence
      JOIN conversations head ON head.id = m.conversation_id
      WHERE writer.user_id = ${userId} AND m.sender_id = ${userId} AND m.deleted_at IS NULL
        AND m.sequence > head.cleared_to
        AND (former.conversation_id, former.sequence, former.revision)
          > (${after.conversationId}, ${after.sequence}, ${after.revision})
      ORDER BY former.conversation_id, former.sequence, former.revision LIMIT ${PERSONAL_PAGE}`.execute(db);
    for (const { conversationId, sequence, revision, ...text } of rows) {
      yield { message_id: messageIdOf(conversationId, sequence), ...text };
      after = { conversationId, sequence, revision };
    }
    if (rows.length < PERSONAL_PAGE) return;
  }
}

/** SQL: the name of `room`, null for a private one that the user is not in (GR-01). */
const roomNameFor = (userId: number) => sql`
  CASE WHEN NOT room.is_private OR EXISTS (
    SELECT FROM conversation_members own
    WHERE own.conversation_id = room.conversation_id AND own.user_id = ${userId}
  ) THEN room.name END`;

type DraftRow = {
  readonly room: string | null;
  readonly with: string | null;
  readonly text: string;
  readonly updated_at: Date;
};

/** Yields the drafts of the user, those for private chats without a message last. */
async function* readDrafts(db: Queryable, userId: number): AsyncGenerator<object> {
  let [afterConversation, afterPeer] = [0, 0];
  for (;;) {
    const { rows } = await sql<DraftRow & { conversation_id: number | null; peer_id: number | null }>`
      SELECT draft.conversation_id, draft.peer_id,
        ${roomNameFor(userId)} AS room,
        ${nameFor(userId, sql`coalesce(draft.peer_id, CASE pair.low_id WHEN ${userId} THEN pair.high_id ELSE pair.low_id END)`)}
          AS with, draft.text, draft.updated_at
      FROM drafts draft
      LEFT JOIN rooms room ON room.conversation_id = draft.conversation_id
      LEFT JOIN direct_conversations pair ON pair.conversation_id = draft.conversation_id
      WHERE draft.user_id = ${userId}
        AND (draft.conversation_id > ${afterConversation} OR draft.peer_id > ${afterPeer})
      ORDER BY draft.conversation_id NULLS LAST, draft.peer_id LIMIT ${PERSONAL_PAGE}`.execute(db);
    for (const { conversation_id: conversationId, peer_id: peerId, ...draft } of rows) {
      yield draft;
      if (conversationId === null) afterConversation = Number.MAX_SAFE_INTEGER;
      else afterConversation = conversationId;
      afterPeer = peerId ?? afterPeer;
    }
    if (rows.length < PERSONAL_PAGE) return;
  }
}

/** SQL: the names of a row's `room`, and of the other user of its `pair`. */
const namesFor = (userId: number) => sql`${roomNameFor(userId)} AS room,
  ${nameFor(userId, sql`CASE pair.low_id WHEN ${userId} THEN pair.high_id ELSE pair.low_id END`)} AS with`;

const mutes = sectionOf(
  { name: 'muted', about: 'Rooms and private chats that you have muted.' },
  (me, after) => sql`
    SELECT mute.conversation_id AS cursor, ${namesFor(me)}, mute.until, mute.mentions_too
    FROM conversation_mutes mute
    LEFT JOIN rooms room ON room.conversation_id = mute.conversation_id
    LEFT JOIN direct_conversations pair ON pair.conversation_id = mute.conversation_id
    WHERE mute.user_id = ${me} AND mute.conversation_id > ${after}
    ORDER BY mute.conversation_id LIMIT ${PERSONAL_PAGE}`,
);

const readPositions = sectionOf(
  {
    name: 'read_positions',
    about: 'How far you have read rooms and private chats, as the number of the message.',
  },
  (me, after) => sql`
    SELECT own.conversation_id AS cursor, ${namesFor(me)}, own.read_sequence AS read_up_to
    FROM conversation_members own
    LEFT JOIN rooms room ON room.conversation_id = own.conversation_id
    LEFT JOIN direct_conversations pair ON pair.conversation_id = own.conversation_id
    WHERE own.user_id = ${me} AND own.conversation_id > ${after}
    ORDER BY own.conversation_id LIMIT ${PERSONAL_PAGE}`,
);

/** Personal data of this feature without the messages, which rooms and private chats list. */
export const messageSections: readonly PersonalSection[] = [
  { name: 'reactions', about: 'Your reactions to messages.', rows: readOwnReactions },
  { name: 'former_texts', about: 'Texts of your messages before you changed them.', rows: readFormerTexts },
  { name: 'drafts', about: 'Texts that you have not sent.', rows: readDrafts },
  mutes,
  readPositions,
];
