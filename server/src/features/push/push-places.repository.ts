import type { NotificationPreview, NotificationSettingsInput, QuietHours } from '@adda/contract/activity';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { isChatOpen, isRequestTo } from '../direct/index.ts';
import { unreadBehind } from '../inbox/index.ts';
import { isMuteOn, isShownTo, type ToldWords } from '../messages/index.ts';
import { areBlocked } from '../relations/index.ts';
import type { Delivery } from './deliveries.repository.ts';

/** How a user wants to be pushed to (NT-03). */
export type PushedUser = {
  readonly id: number;
  readonly notifications: NotificationSettingsInput;
  readonly quietHours: QuietHours | null;
  readonly preview: NotificationPreview;
};

/** Returns those of the users who may be pushed to: neither suspended nor deleted. */
export async function listPushedUsers(db: Queryable, userIds: readonly number[]): Promise<PushedUser[]> {
  const { rows } = await sql<PushedUser>`
    SELECT id, notifications, quiet_hours AS "quietHours", preview FROM users
    WHERE id = ANY (${userIds}::bigint[]) AND suspended_at IS NULL AND deleted_at IS NULL`.execute(db);
  return rows;
}

/** A conversation as a member sees it now. */
export type PushPlace = {
  readonly userId: number;
  readonly conversationId: number;
  /** Null for a private chat. */
  readonly groupId: string | null;
  readonly roomName: string | null;
  /** The other user of a private chat; null for a room. */
  readonly username: string | null;
  readonly displayName: string | null;
  readonly isMuted: boolean;
  /** Whether its mute is for mentions as well (GR-07). */
  readonly mutesMentions: boolean;
  /** Whether a screen of the member has this private chat open, on any node. */
  readonly isOpen: boolean;
  readonly unread: number;
};

/** A user in a conversation. */
export type PlaceOf = { readonly userId: number; readonly conversationId: number };

/** Returns these conversations as far as the users are members of them. */
export async function listPlaces(db: Queryable, places: readonly PlaceOf[]): Promise<PushPlace[]> {
  if (places.length === 0) return [];
  const user = sql`own.user_id`;
  const { rows } = await sql<PushPlace>`
    SELECT own.user_id AS "userId", head.id AS "conversationId", room.group_id AS "groupId",
      room.name AS "roomName", peer.username, peer.display_name AS "displayName",
      mute.user_id IS NOT NULL AS "isMuted", coalesce(mute.mentions_too, false) AS "mutesMentions",
      peer.id IS NOT NULL AND ${isChatOpen(user, sql`peer.id`)} AS "isOpen", ${unreadBehind(user)}::int AS unread
    FROM (
      SELECT DISTINCT * FROM unnest(
        ${places.map(({ userId }) => userId)}::bigint[],
        ${places.map(({ conversationId }) => conversationId)}::bigint[]
      ) AS given (user_id, conversation_id)
    ) place
    JOIN conversations head ON head.id = place.conversation_id
    JOIN conversation_members own ON own.conversation_id = head.id AND own.user_id = place.user_id
    LEFT JOIN rooms room ON room.conversation_id = head.id AND room.deleted_at IS NULL
    LEFT JOIN direct_conversations pair ON pair.conversation_id = head.id
    LEFT JOIN users peer ON peer.id = pair.low_id + pair.high_id - own.user_id
    LEFT JOIN conversation_mutes mute ON mute.user_id = own.user_id AND mute.conversation_id = head.id
      AND ${isMuteOn('mute')}`.execute(db);
  return rows;
}

/** Words of a private message that is to be pushed, by its delivery. */
export type PushedWords = ToldWords & { readonly id: number };

/**
 * Returns the private messages of these deliveries that are still to be pushed: their readers see them and have not read them, and
 * they are no requests of strangers (PN-03).
 */
export async function listUnreadWords(
  db: Queryable,
  deliveries: readonly Delivery[],
): Promise<ReadonlyMap<number, PushedWords>> {
  const given = deliveries.filter(({ sequence }) => sequence !== null);
  if (given.length === 0) return new Map();
  const user = sql`own.user_id`;
  const { rows } = await sql<PushedWords>`
    SELECT given.id, m.content, m.recipient_ids IS NOT NULL AS "isWhisper", m.image_id IS NOT NULL AS "hasImage",
      m.audio_id IS NOT NULL AS "hasVoice", m.youtube_url IS NOT NULL AS "hasVideo"
    FROM unnest(
      ${given.map(({ id }) => id)}::bigint[], ${given.map(({ userId }) => userId)}::bigint[],
      ${given.map(({ conversationId }) => conversationId)}::bigint[],
      ${given.map(({ sequence }) => sequence)}::bigint[]
    ) AS given (id, user_id, conversation_id, sequence)
    JOIN messages m ON m.conversation_id = given.conversation_id AND m.sequence = given.sequence
    JOIN conversations head ON head.id = m.conversation_id
    JOIN direct_conversations pair ON pair.conversation_id = head.id
    JOIN conversation_members own ON own.conversation_id = head.id AND own.user_id = given.user_id
    JOIN users sender ON sender.id = m.sender_id AND sender.suspended_at IS NULL AND sender.deleted_at IS NULL
    WHERE m.sender_id <> ${user} AND m.sequence > own.read_sequence AND ${isShownTo(user)}
      AND NOT ${areBlocked(user, sql`m.sender_id`)} AND NOT ${isRequestTo(user, sql`m.sender_id`)}`.execute(
    db,
  );
  return new Map(rows.map((words) => [words.id, words]));
}

/** A delivery about a message of a room, with the user and the room. */
export type RoomDelivery = { readonly id: number; readonly userId: number; readonly groupId: string };

/** Returns deliveries about messages of rooms that are due within some seconds. */
export async function listSoonInRooms(db: Queryable, seconds: number): Promise<RoomDelivery[]> {
  const { rows } = await sql<RoomDelivery>`
    SELECT delivery.id, delivery.user_id AS "userId", room.group_id AS "groupId"
    FROM push_deliveries delivery
    JOIN activity_items item ON item.id = delivery.item_id AND item.subject_type = 'message'
    JOIN conversation_members own ON own.user_id = delivery.user_id
    JOIN rooms room ON room.conversation_id = own.conversation_id
    WHERE delivery.due_at <= clock_timestamp() + make_interval(secs => ${seconds})
      AND item.subject_id LIKE split_part(message_id_of(room.conversation_id, 0), '-', 1) || '-%'`.execute(
    db,
  );
  return rows;
}
