import type { ListGroupsQuery, Permission } from '@adda/contract/rooms';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import { mentions } from '../messages/index.ts';
import { allowedActions, permissionsOf } from './rooms.policy.ts';
import type { Room } from './rooms.types.ts';

type RoomRow = {
  conversation_id: number;
  group_id: string;
  name: string;
  description: string;
  created_at: Date;
  member_count: number;
  creator_id: number;
  creator: string;
  last_message_at: Date | null;
  last_sequence: number;
  is_member: boolean;
  is_banned: boolean;
  is_creator: boolean;
  is_admin: boolean;
  is_guest: boolean;
  grants: Permission[];
};

/** SQL query: rooms as one user sees them, with the facts that decide about the rights of the user (R-13). */
const roomsSeenBy = (viewerId: number) => sql`
  SELECT room.conversation_id, room.group_id, room.name, room.description, room.created_at, room.member_count,
    room.creator_id, creator.username AS creator, conversation.last_message_at, conversation.last_sequence,
    own.user_id IS NOT NULL AS is_member, room.creator_id = viewer.id AS is_creator,
    viewer.role = 'admin' AS is_admin, viewer.is_guest,
    EXISTS (
      SELECT FROM room_bans ban WHERE ban.conversation_id = room.conversation_id AND ban.user_id = viewer.id
    ) AS is_banned,
    ARRAY(
      SELECT held.permission FROM room_grants held
      WHERE held.conversation_id = room.conversation_id AND held.user_id = viewer.id
    ) AS grants
  FROM rooms room
  JOIN conversations conversation ON conversation.id = room.conversation_id
  JOIN users creator ON creator.id = room.creator_id
  JOIN users viewer ON viewer.id = ${viewerId}
  LEFT JOIN conversation_members own
    ON own.conversation_id = room.conversation_id AND own.user_id = viewer.id
  WHERE room.deleted_at IS NULL`;

function roomOf(row: RoomRow): Room {
  const viewer = {
    isMember: row.is_member,
    isGuest: row.is_guest,
    isCreator: row.is_creator,
    isAdmin: row.is_admin,
    grants: row.grants,
  };
  return {
    conversationId: row.conversation_id,
    creatorId: row.creator_id,
    lastSequence: row.last_sequence,
    group: {
      group_id: row.group_id,
      name: row.name,
      description: row.description,
      created_at: row.created_at.toISOString(),
      member_count: row.member_count,
      permissions: permissionsOf(viewer),
      allowed_actions: allowedActions(viewer),
      is_member: row.is_member,
      is_banned: row.is_banned,
      creator: row.creator,
      last_message_at: row.last_message_at?.toISOString() ?? null,
    },
  };
}

/** Returns a room that is not deleted. */
export async function findRoom(db: Queryable, groupId: string, viewerId: number): Promise<Room | undefined> {
  const { rows } = await sql<RoomRow>`${roomsSeenBy(viewerId)} AND room.group_id = ${groupId}`.execute(db);
  return rows[0] && roomOf(rows[0]);
}

/** Returns those rooms of the conversations that are not deleted, ordered by conversation. */
export async function findRoomsOf(
  db: Queryable,
  conversationIds: readonly number[],
  viewerId: number,
): Promise<Room[]> {
  const { rows } = await sql<RoomRow>`
    ${roomsSeenBy(viewerId)} AND room.conversation_id = ANY (${conversationIds}::bigint[])
    ORDER BY room.conversation_id`.execute(db);
  return rows.map(roomOf);
}

/**
 * Returns the room as {@link findRoom} does, with its row locked until the transaction ends, so that its member count
 * cannot change.
 */
export async function lockRoom(tx: Tx, groupId: string, viewerId: number): Promise<Room | undefined> {
  // Locked and read in two statements: a statement that has waited for a lock sees an old state of the other tables.
  await sql`SELECT FROM rooms WHERE group_id = ${groupId} FOR NO KEY UPDATE`.execute(tx);
  return findRoom(tx, groupId, viewerId);
}

function orderOf({ sort_by: sortBy, order }: ListGroupsQuery): RawBuilder<unknown> {
  if (!sortBy) return sql`is_member DESC, room.member_count DESC, room.conversation_id`;
  const column = {
    member_count: sql`room.member_count`,
    created_at: sql`room.created_at`,
    name: sql`lower(room.name)`,
  };
  return sql`${column[sortBy]} ${order === 'asc' ? sql`ASC` : sql`DESC`}, room.conversation_id`;
}

/** Lists rooms, the viewer's own first unless sorted (SV-25), with the number of all matches. */
export async function listRooms(db: Queryable, query: ListGroupsQuery, viewerId: number) {
  // Searched as text, not as a pattern, so nothing needs escaping.
  const matches = query.search ? sql`strpos(lower(room.name), lower(${query.search})) > 0` : sql`true`;
  const list = sql<RoomRow>`
    ${roomsSeenBy(viewerId)} AND ${matches}
    ORDER BY ${orderOf(query)} LIMIT ${query.limit} OFFSET ${(query.page - 1) * query.limit}`;
  const count = sql<{ count: number }>`
    SELECT count(*) FROM rooms room WHERE room.deleted_at IS NULL AND ${matches}`;
  const [{ rows }, total] = await Promise.all([list.execute(db), count.execute(db)]);
  return { rooms: rows.map(roomOf), totalCount: total.rows[0]?.count ?? 0 };
}

type MentionCounts = { readonly unread_mentions: number; readonly oldest_mention: number | null };

/** Returns the unread mentions of a user in these rooms; rooms without any are left out (MN-03). */
export async function readMentionCounts(
  db: Queryable,
  conversationIds: readonly number[],
  userId: number,
): Promise<Map<number, MentionCounts>> {
  const { rows } = await sql<MentionCounts & { conversation_id: number }>`
    SELECT place.conversation_id, counted.unread_mentions, counted.oldest_mention
    FROM (
      SELECT DISTINCT conversation_id FROM unread_mentions
      WHERE user_id = ${userId} AND conversation_id = ANY (${conversationIds}::bigint[])
    ) place
    CROSS JOIN LATERAL (
      ${mentions.unreadMentionsIn(sql`${userId}::bigint`, sql`place.conversation_id`)}
    ) counted
    ORDER BY place.conversation_id`.execute(db);
  return new Map(rows.map(({ conversation_id: id, ...counts }) => [id, counts]));
}

/** Rooms whose names are compared in a search: those with the most members. */
const NAMES_MAX = 10_000;

/** Returns the names of rooms with their conversations, the largest rooms first. */
export async function listRoomNames(db: Queryable): Promise<{ conversationId: number; name: string }[]> {
  const { rows } = await sql<{ conversationId: number; name: string }>`
    SELECT conversation_id AS "conversationId", name FROM rooms WHERE deleted_at IS NULL
    ORDER BY member_count DESC, conversation_id LIMIT ${NAMES_MAX}`.execute(db);
  return rows;
}

/** Returns the conversation of a room; undefined for an unknown or deleted one. */
export async function findConversationOf(db: Queryable, groupId: string): Promise<number | undefined> {
  const { rows } = await sql<{ conversation_id: number }>`
    SELECT conversation_id FROM rooms WHERE group_id = ${groupId} AND deleted_at IS NULL`.execute(db);
  return rows[0]?.conversation_id;
}

/** A room to be created, without members yet. */
export type NewRoom = {
  readonly conversationId: number;
  readonly groupId: string;
  readonly name: string;
  readonly description: string;
  readonly creatorId: number;
};

/** Stores a new room; throws `group_name_taken` if a room has this name, regardless of case. */
export async function insertRoom(tx: Tx, room: NewRoom): Promise<void> {
  try {
    await sql`
      INSERT INTO rooms (conversation_id, group_id, name, description, creator_id)
      VALUES (${room.conversationId}, ${room.groupId}, ${room.name}, ${room.description}, ${room.creatorId})
    `.execute(tx);
  } catch (error) {
    if (isNameTaken(error)) throw appError('group_name_taken');
    throw error;
  }
}

function isNameTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'rooms_name_key';
}

/** Changes the stored number of members by one; the caller has locked the room. */
export async function changeMemberCount(tx: Tx, conversationId: number, by: 1 | -1): Promise<void> {
  await sql`
    UPDATE rooms SET member_count = member_count + ${by}::integer
    WHERE conversation_id = ${conversationId}`.execute(tx);
}
