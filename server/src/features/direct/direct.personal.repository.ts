import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';
import { messageIdOf, readWholeChat } from '../messages/index.ts';
import { nameFor } from '../relations/index.ts';

type Chat = { readonly conversationId: number; readonly peer: string | null };

async function findNextChat(db: Queryable, me: number, behind: number): Promise<Chat | undefined> {
  const { rows } = await sql<Chat>`
    SELECT pair.conversation_id AS "conversationId",
      ${nameFor(me, sql`CASE pair.low_id WHEN ${me} THEN pair.high_id ELSE pair.low_id END`)} AS peer
    FROM direct_conversations pair
    WHERE (pair.low_id = ${me} OR pair.high_id = ${me}) AND pair.conversation_id > ${behind}
    ORDER BY pair.conversation_id LIMIT 1`.execute(db);
  return rows[0];
}

/** Whether the user uploaded a picture or recording; a forwarded one may be of another user (FT-06). */
async function isOwnFile(db: Queryable, me: number, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM images WHERE id = ${id} AND owner_id = ${me}
    UNION ALL SELECT FROM recordings WHERE id = ${id} AND owner_id = ${me}`.execute(db);
  return rows.length > 0;
}

async function* readChats(db: Queryable, me: number): AsyncGenerator<object> {
  let chat = await findNextChat(db, me, 0);
  for (; chat; chat = await findNextChat(db, me, chat.conversationId)) {
    const { conversationId, peer } = chat;
    for await (const message of readWholeChat(db, { conversationId, viewerId: me })) {
      const { sequence, sender, content, image, audio, youtubeUrl, createdAt } = message;
      yield {
        message_id: messageIdOf(conversationId, sequence),
        with: peer,
        from: sender,
        content,
        // The export contains only the user's own pictures and recordings.
        image: image && (await isOwnFile(db, me, image.id)) ? `images/${image.id}.webp` : null,
        has_image: image !== null,
        recording: audio && (await isOwnFile(db, me, audio.id)) ? `recordings/${audio.id}.m4a` : null,
        has_voice: audio !== null,
        youtube_url: youtubeUrl,
        created_at: new Date(createdAt).toISOString(),
      };
    }
  }
}

type ReceiptRow = {
  readonly conversationId: number;
  readonly sequence: number;
  readonly kind: string;
  readonly at: Date;
};

/** Yields up to which messages the user had received and read private chats, oldest chat first. */
async function* readReceipts(db: Queryable, me: number): AsyncGenerator<object> {
  let after = { conversationId: 0, kind: '', sequence: 0 };
  for (;;) {
    const { rows } = await sql<ReceiptRow>`
      SELECT conversation_id AS "conversationId", up_to_sequence AS sequence, kind, at FROM receipts
      WHERE user_id = ${me}
        AND (conversation_id, kind, up_to_sequence) > (${after.conversationId}, ${after.kind}, ${after.sequence})
      ORDER BY conversation_id, kind, up_to_sequence LIMIT ${PERSONAL_PAGE}`.execute(db);
    for (const { conversationId, sequence, kind, at } of rows) {
      yield { up_to_message_id: messageIdOf(conversationId, sequence), kind, at };
      after = { conversationId, kind, sequence };
    }
    if (rows.length < PERSONAL_PAGE) return;
  }
}

/** Requests by the user as strangers; whether they were declined is not told (MR-02). */
const sentRequests = sectionOf(
  { name: 'requests_sent', about: 'To whom you wrote before you knew each other, and how many texts.' },
  (me, after) => sql`
    SELECT request.recipient_id AS cursor, ${nameFor(me, sql`request.recipient_id`)} AS to, request.texts,
      request.created_at
    FROM private_requests request
    WHERE request.sender_id = ${me} AND request.recipient_id > ${after} AND request.texts > 0
    ORDER BY request.recipient_id LIMIT ${PERSONAL_PAGE}`,
);

const receivedRequests = sectionOf(
  { name: 'requests_received', about: 'Who wrote to you before you knew each other, and whom you declined.' },
  (me, after) => sql`
    SELECT request.sender_id AS cursor, ${nameFor(me, sql`request.sender_id`)} AS from, request.texts,
      request.created_at, request.declined_at
    FROM private_requests request
    WHERE request.recipient_id = ${me} AND request.sender_id > ${after}
      AND (request.texts > 0 OR request.declined_at IS NOT NULL)
    ORDER BY request.sender_id LIMIT ${PERSONAL_PAGE}`,
);

/** Personal data of this feature. */
export const directSections: readonly PersonalSection[] = [
  { name: 'private_messages', about: 'Your private chats, as you see them.', rows: readChats },
  {
    name: 'receipts',
    about: 'Up to which message you had received and read private chats.',
    rows: readReceipts,
  },
  sentRequests,
  receivedRequests,
];
