import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';
import { isRoomKnownToUser } from './rooms.repository.ts';
import { messageIdOf, nextWritten, readableBy, STRETCH } from '../messages/index.ts';

/** SQL condition: `room` may be named to the user; a private room that they are not in may not (GR-01). */
export const mayNameRoom = (me: number) => sql`(NOT room.is_private OR ${isRoomKnownToUser(sql`${me}`)})`;

/** SQL columns: id and name of the room, null where it may not be named. */
const roomFor = (me: number) => sql`
  CASE WHEN ${mayNameRoom(me)} THEN room.group_id END AS group_id, CASE WHEN ${mayNameRoom(me)} THEN room.name END AS name`;

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
    SELECT conversation_id AS cursor, group_id, name, description, topic, rules, category, languages,
      CASE WHEN is_private THEN 'private' ELSE 'public' END AS visibility, member_count, created_at, deleted_at
    FROM rooms room
    WHERE creator_id = ${me} AND conversation_id > ${after}
      AND (deleted_at IS NOT NULL OR ${isRoomKnownToUser(sql`${me}`)})
    ORDER BY conversation_id LIMIT ${PERSONAL_PAGE}`,
);

const bans = sectionOf(
  { name: 'room_bans', about: 'Rooms that you may not enter.' },
  (me, after) => sql`
    SELECT room.conversation_id AS cursor, room.group_id, room.name, ban.banned_at
    FROM room_bans ban JOIN rooms room ON room.conversation_id = ban.conversation_id
    WHERE ban.user_id = ${me} AND room.conversation_id > ${after} AND ${isRoomKnownToUser(sql`${me}`)}
    ORDER BY room.conversation_id LIMIT ${PERSONAL_PAGE}`,
);

const timeouts = sectionOf(
  { name: 'room_timeouts', about: 'Rooms in which you may not write for a time.' },
  (me, after) => sql`
    SELECT room.conversation_id AS cursor, ${roomFor(me)}, timeout.until
    FROM room_timeouts timeout JOIN rooms room ON room.conversation_id = timeout.conversation_id
    WHERE timeout.user_id = ${me} AND room.conversation_id > ${after} AND room.deleted_at IS NULL
    ORDER BY room.conversation_id LIMIT ${PERSONAL_PAGE}`,
);

const log = sectionOf(
  { name: 'room_log', about: 'What you did as a moderator of rooms, and what moderators did about you.' },
  (me, after) => sql`
    SELECT entry.id AS cursor, ${roomFor(me)}, entry.kind,
      CASE WHEN entry.actor_id = ${me} THEN 'by you' ELSE 'about you' END AS role, entry.reason, entry.created_at
    FROM room_log entry JOIN rooms room ON room.conversation_id = entry.conversation_id
    WHERE (entry.actor_id = ${me} OR entry.user_id = ${me}) AND entry.id > ${after}
    ORDER BY entry.id LIMIT ${PERSONAL_PAGE}`,
);

type PinOfUser = { readonly conversation_id: number; readonly sequence: number; readonly pinned_at: Date };

async function* readPins(db: Queryable, me: number): AsyncGenerator<object> {
  let after = { conversation_id: 0, sequence: 0 };
  for (;;) {
    const { rows } = await sql<PinOfUser & { group_id: string | null }>`
      SELECT pin.conversation_id, pin.sequence, pin.pinned_at, CASE WHEN ${mayNameRoom(me)} THEN room.group_id END AS group_id
      FROM room_pins pin JOIN rooms room ON room.conversation_id = pin.conversation_id AND room.deleted_at IS NULL
      WHERE pin.pinned_by = ${me}
        AND (pin.conversation_id, pin.sequence) > (${after.conversation_id}, ${after.sequence})
      ORDER BY pin.conversation_id, pin.sequence LIMIT ${PERSONAL_PAGE}`.execute(db);
    for (const { conversation_id: conversationId, sequence, ...pin } of rows)
      yield { message_id: messageIdOf(conversationId, sequence), ...pin };
    after = rows.at(-1) ?? after;
    if (rows.length < PERSONAL_PAGE) return;
  }
}

const pins: PersonalSection = {
  name: 'room_pins',
  about: 'Messages of rooms that you pinned.',
  rows: readPins,
};

const invitations = sectionOf(
  {
    name: 'room_invitations',
    about:
      'Invitations to rooms that you made, and personal ones that you got. The codes are left out: they open rooms.',
  },
  (me, after) => sql`
    SELECT numbered.* FROM (
      SELECT row_number() OVER (ORDER BY invite.created_at, invite.code) AS cursor,
        ${roomFor(me)}, maker.username AS made_by, recipient.username AS for_user, invite.uses, invite.max_uses, invite.created_at,
        invite.expires_at
      FROM room_invites invite
      JOIN rooms room ON room.conversation_id = invite.conversation_id AND room.deleted_at IS NULL
      JOIN users maker ON maker.id = invite.created_by
      LEFT JOIN users recipient ON recipient.id = invite.recipient_id
      WHERE invite.created_by = ${me} OR invite.recipient_id = ${me}
    ) numbered
    WHERE numbered.cursor > ${after} ORDER BY numbered.cursor LIMIT ${PERSONAL_PAGE}`,
);

type RoomMessage = { readonly sequence: number } & Readonly<Record<string, unknown>>;

/**
 * Returns the user's messages in a range of a room, and the whispers there that the user may read (R-14, X-35). Only files that
 * the user uploaded are named: the export contains no others (FT-06). A private room that the user has left is not named (GR-01).
 */
async function readRange(
  db: Queryable,
  { me, conversationId, from }: { me: number; conversationId: number; from: number },
): Promise<RoomMessage[]> {
  const { rows } = await sql<RoomMessage>`
    SELECT m.sequence, CASE WHEN ${mayNameRoom(me)} THEN room.group_id END AS group_id,
      CASE WHEN ${mayNameRoom(me)} THEN room.name END AS room, sender.username AS "from",
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
export const roomSections: readonly PersonalSection[] = [
  memberships,
  created,
  bans,
  invitations,
  timeouts,
  log,
  pins,
  messages,
];
