import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';
import { messageIdOf, nextWritten, readableBy, STRETCH } from '../messages/index.ts';

const memberships = sectionOf(
  { name: 'rooms', about: 'Rooms that you are in, and what you may do there.' },
  (me, after) => sql`
    SELECT room.conversation_id AS cursor, room.group_id, room.name, member.joined_at, ARRAY(
      SELECT permission FROM room_grants granted
      WHERE granted.conversation_id = room.conversation_id AND granted.user_id = ${me} ORDER BY permission
    ) AS permissions
    FROM conversation_members member JOIN rooms room ON room.conversation_id = member.conversation_id
    WHERE member.user_id = ${me} AND room.conversation_id > ${after} AND room.deleted_at IS NULL
    ORDER BY room.conversation_id LIMIT ${PERSONAL_PAGE}`,
);

const created = sectionOf(
  { name: 'rooms_created', about: 'Rooms that you made.' },
  (me, after) => sql`
    SELECT conversation_id AS cursor, group_id, name, description, member_count, created_at, deleted_at
    FROM rooms WHERE creator_id = ${me} AND conversation_id > ${after}
    ORDER BY conversation_id LIMIT ${PERSONAL_PAGE}`,
);

const bans = sectionOf(
  { name: 'room_bans', about: 'Rooms that you may not enter.' },
  (me, after) => sql`
    SELECT room.conversation_id AS cursor, room.group_id, room.name, ban.banned_at
    FROM room_bans ban JOIN rooms room ON room.conversation_id = ban.conversation_id
    WHERE ban.user_id = ${me} AND room.conversation_id > ${after} AND room.deleted_at IS NULL
    ORDER BY room.conversation_id LIMIT ${PERSONAL_PAGE}`,
);

type RoomMessage = { readonly sequence: number } & Readonly<Record<string, unknown>>;

/**
 * Returns the user's messages in a range of a room, and the whispers there that the user may read. Only files that
 * the user uploaded are named: the export contains no others (FT-06).
 */
async function readRange(
  db: Queryable,
  { me, conversationId, from }: { me: number; conversationId: number; from: number },
): Promise<RoomMessage[]> {
  const { rows } = await sql<RoomMessage>`
    SELECT m.sequence, room.group_id, room.name AS room, sender.username AS "from",
      CASE WHEN m.recipient_ids IS NOT NULL THEN ARRAY(
        SELECT named.username FROM users named WHERE named.id = ANY (m.recipient_ids) ORDER BY 1) END AS whispered_to,
      m.content, 'images/' || image.id || '.webp' AS image, 'recordings/' || recording.id || '.m4a' AS recording,
      m.youtube_url, m.created_at
    FROM messages m
    JOIN rooms room ON room.conversation_id = m.conversation_id AND room.deleted_at IS NULL
    JOIN conversations head ON head.id = m.conversation_id
    JOIN users sender ON sender.id = m.sender_id
    LEFT JOIN images image ON image.id = m.image_id AND image.owner_id = ${me}
    LEFT JOIN recordings recording ON recording.id = m.audio_id AND recording.owner_id = ${me}
    WHERE m.conversation_id = ${conversationId} AND m.sequence > greatest(${from}::bigint, head.cleared_to)
      AND m.sequence <= ${from + STRETCH} AND m.deleted_at IS NULL
      AND (m.sender_id = ${me} OR (${me} = ANY (m.recipient_ids) AND ${readableBy(me)} AND EXISTS (
        SELECT FROM conversation_members member
        WHERE member.conversation_id = m.conversation_id AND member.user_id = ${me})))
    ORDER BY m.sequence`.execute(db);
  return rows;
}

async function* readAllMessages(db: Queryable, me: number): AsyncGenerator<object> {
  let next = await nextWritten(db, me);
  for (; next; next = await nextWritten(db, me, next.conversationId)) {
    const { conversationId, lastSequence } = next;
    for (let from = 0; from < lastSequence; from += STRETCH)
      for (const { sequence, ...message } of await readRange(db, { me, conversationId, from }))
        yield { message_id: messageIdOf(conversationId, sequence), ...message };
  }
}

const messages: PersonalSection = {
  name: 'room_messages',
  about: 'What you said in rooms, and what was whispered to you there.',
  rows: readAllMessages,
};

/** Personal data of this feature. */
export const roomSections: readonly PersonalSection[] = [memberships, created, bans, messages];
