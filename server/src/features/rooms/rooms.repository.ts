import type { ListGroupsQuery, Permission, PublicRoom, RoomCategory } from '@adda/contract/rooms';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import { isMuteOn, mentions, writeLimits } from '../messages/index.ts';
import { allowedActions, permissionsOf } from './rooms.policy.ts';
import type { Room, RoomSettings } from './rooms.types.ts';

type RoomRow = {
  viewer_id: number;
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
  topic: string;
  rules: string;
  picture_url: string | null;
  slow_mode_s: number;
  is_private: boolean;
  category: RoomCategory;
  languages: string[];
  timeout_until: Date | null;
  is_muted: boolean;
  muted_until: Date | null;
};

/**
 * SQL condition: a user may know of a room: `isMember` and `isAdmin` are conditions about the user. A private room exists only
 * for its members and for global administrators (GR-01).
 */
export const isRoomKnownTo = (isMember: RawBuilder<unknown>, isAdmin: RawBuilder<unknown>) =>
  sql<boolean>`(room.deleted_at IS NULL AND (NOT room.is_private OR ${isMember} OR ${isAdmin}))`;

/** SQL condition: the user is a member of `room`. */
const isRoomOf = (userId: RawBuilder<unknown>) => sql`EXISTS (
  SELECT FROM conversation_members own WHERE own.conversation_id = room.conversation_id AND own.user_id = ${userId})`;

/** SQL condition: the same about a user, for queries without the user's membership. */
export const isRoomKnownToUser = (userId: RawBuilder<unknown>) =>
  isRoomKnownTo(
    isRoomOf(userId),
    sql`EXISTS (SELECT FROM users viewer WHERE viewer.id = ${userId} AND viewer.role = 'admin')`,
  );

/**
 * SQL query: rooms as one user sees them, with the facts that decide about the rights of the user (R-13), without rooms that
 * do not exist for the user. `rooms` is the table of rooms, joined to others if needed.
 */
const roomsSeenBy = (
  viewerId: number | RawBuilder<unknown>,
  rooms: RawBuilder<unknown> = sql`rooms room`,
) => sql`
  SELECT viewer.id AS viewer_id, room.conversation_id, room.group_id, room.name, room.description, room.created_at, room.member_count,
    room.creator_id, creator.username AS creator, conversation.last_message_at, conversation.last_sequence,
    own.user_id IS NOT NULL AS is_member, room.creator_id = viewer.id AS is_creator,
    viewer.role = 'admin' AS is_admin, viewer.is_guest,
    room.topic, room.rules, room.picture_url, conversation.slow_mode_s, room.is_private, room.category, room.languages,
    ${writeLimits.timeoutOf(sql`room.conversation_id`, sql`viewer.id`)} AS timeout_until,
    mute.user_id IS NOT NULL AS is_muted, mute.until AS muted_until,
    EXISTS (
      SELECT FROM room_bans ban WHERE ban.conversation_id = room.conversation_id AND ban.user_id = viewer.id
    ) AS is_banned,
    ARRAY(
      SELECT held.permission FROM room_grants held
      WHERE held.conversation_id = room.conversation_id AND held.user_id = viewer.id
    ) AS grants
  FROM ${rooms}
  JOIN conversations conversation ON conversation.id = room.conversation_id
  JOIN users creator ON creator.id = room.creator_id
  JOIN users viewer ON viewer.id = ${viewerId}
  LEFT JOIN conversation_members own
    ON own.conversation_id = room.conversation_id AND own.user_id = viewer.id
  LEFT JOIN conversation_mutes mute
    ON mute.conversation_id = room.conversation_id AND mute.user_id = viewer.id AND ${isMuteOn('mute')}
  WHERE ${isRoomKnownTo(sql`own.user_id IS NOT NULL`, sql`viewer.role = 'admin'`)}`;

function roomOf(row: RoomRow): Room {
  const viewer = {
    isMember: row.is_member,
    isGuest: row.is_guest,
    isCreator: row.is_creator,
    isAdmin: row.is_admin,
    isPrivateRoom: row.is_private,
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
      topic: row.topic,
      rules: row.rules,
      picture: row.picture_url,
      slow_mode_s: row.slow_mode_s,
      visibility: row.is_private ? 'private' : 'public',
      category: row.category,
      languages: row.languages,
      timeout_until: row.timeout_until?.toISOString() ?? null,
      is_muted: row.is_muted,
      muted_until: row.muted_until?.toISOString() ?? null,
      last_message_at: row.last_message_at?.toISOString() ?? null,
    },
  };
}

/** Returns a room that exists for the viewer. */
export async function findRoom(db: Queryable, groupId: string, viewerId: number): Promise<Room | undefined> {
  const { rows } = await sql<RoomRow>`${roomsSeenBy(viewerId)} AND room.group_id = ${groupId}`.execute(db);
  return rows[0] && roomOf(rows[0]);
}

/** A room and the user who wants to enter it. */
export type Visit = { readonly groupId: string; readonly viewerId: number };

/** Returns for each visit what {@link findRoom} returns. */
export async function findRooms(db: Queryable, visits: readonly Visit[]): Promise<(Room | undefined)[]> {
  const asked = sql`
    (SELECT DISTINCT * FROM unnest(
      ${visits.map(({ viewerId }) => viewerId)}::bigint[], ${visits.map(({ groupId }) => groupId)}::text[]
    ) AS given (viewer_id, group_id)) AS asked
    JOIN rooms room ON room.group_id = asked.group_id`;
  const { rows } = await sql<RoomRow>`${roomsSeenBy(sql`asked.viewer_id`, asked)}`.execute(db);
  const keyOf = (viewerId: number, groupId: string) => `${viewerId} ${groupId}`;
  const byVisit = new Map(rows.map((row) => [keyOf(row.viewer_id, row.group_id), row]));
  return visits.map(({ viewerId, groupId }) => {
    const row = byVisit.get(keyOf(viewerId, groupId));
    return row && roomOf(row);
  });
}

/** Returns those rooms of the conversations that exist for the viewer, ordered by conversation. */
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
    busy: sql`coalesce(busy.speakers, 0)`,
  };
  return sql`${column[sortBy]} ${order === 'asc' ? sql`ASC` : sql`DESC`}, room.conversation_id`;
}

/** SQL condition: the room has the name, category, language and membership that the viewer's list asks for. */
function matching(query: ListGroupsQuery, viewerId: number): RawBuilder<unknown> {
  const { search, category, language, is_member: isMember } = query;
  const conditions = [
    // Searched as text, not as a pattern, so nothing needs escaping.
    search ? sql`strpos(lower(room.name), lower(${search})) > 0` : sql`true`,
    category === undefined ? sql`true` : sql`room.category = ${category}`,
    language === undefined
      ? sql`true`
      : sql`EXISTS (
          SELECT FROM unnest(room.languages) AS spoken (tag)
          WHERE spoken.tag = ${language} OR starts_with(spoken.tag, ${`${language}-`}))`,
    isMember === undefined ? sql`true` : sql`${isRoomOf(sql`${viewerId}`)} = ${isMember === 'true'}`,
  ];
  return sql.join(conditions, sql` AND `);
}

/**
 * Lists rooms, the viewer's own first unless sorted (SV-25), with the number of all matches. `speakers`: how many users spoke
 * lately in each conversation, for the order by `busy`.
 */
export async function listRooms(
  db: Queryable,
  query: ListGroupsQuery,
  { viewerId, speakers }: { readonly viewerId: number; readonly speakers: ReadonlyMap<number, number> },
) {
  const busy = sql`rooms room
    LEFT JOIN unnest(${[...speakers.keys()]}::bigint[], ${[...speakers.values()]}::integer[])
      AS busy (conversation_id, speakers) ON busy.conversation_id = room.conversation_id`;
  const list = sql<RoomRow>`
    ${roomsSeenBy(viewerId, query.sort_by === 'busy' ? busy : undefined)} AND ${matching(query, viewerId)}
    ORDER BY ${orderOf(query)} LIMIT ${query.limit} OFFSET ${(query.page - 1) * query.limit}`;
  const count = sql<{ count: number }>`
    SELECT count(*) FROM rooms room WHERE ${isRoomKnownToUser(sql`${viewerId}`)} AND ${matching(query, viewerId)}`;
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

/** Returns the names of the rooms that exist for the viewer, with their conversations, the largest rooms first. */
export async function listRoomNames(
  db: Queryable,
  viewerId: number,
): Promise<{ conversationId: number; name: string }[]> {
  const { rows } = await sql<{ conversationId: number; name: string }>`
    SELECT room.conversation_id AS "conversationId", room.name FROM rooms room
    WHERE ${isRoomKnownToUser(sql`${viewerId}`)}
    ORDER BY member_count DESC, conversation_id LIMIT ${NAMES_MAX}`.execute(db);
  return rows;
}

/** Returns the conversation of a room that exists for the viewer. */
export async function findConversationOf(
  db: Queryable,
  groupId: string,
  viewerId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ conversation_id: number }>`
    SELECT room.conversation_id FROM rooms room
    WHERE room.group_id = ${groupId} AND ${isRoomKnownToUser(sql`${viewerId}`)}`.execute(db);
  return rows[0]?.conversation_id;
}

/** Returns what everybody may know of a public room, with its conversation; undefined for any other id (HM-05). */
export async function findPublicRoom(
  db: Queryable,
  groupId: string,
): Promise<{ conversationId: number; room: Omit<PublicRoom, 'online'> } | undefined> {
  const { rows } = await sql<Omit<PublicRoom, 'online'> & { conversation_id: number }>`
    SELECT room.conversation_id, room.group_id, room.name, room.topic, room.picture_url AS picture,
      room.member_count AS members
    FROM rooms room
    WHERE room.group_id = ${groupId} AND ${isRoomKnownTo(sql`false`, sql`false`)}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { conversation_id: conversationId, ...room } = row;
  return { conversationId, room };
}

/** A room to be created, without members yet. */
export type NewRoom = {
  readonly conversationId: number;
  readonly groupId: string;
  readonly creatorId: number;
  readonly settings: RoomSettings;
};

/** Stores a new room; throws `group_name_taken` if it is public and another public room has its name, regardless of case. */
export async function insertRoom(tx: Tx, { settings, ...room }: NewRoom): Promise<void> {
  await throwIfNameTaken(
    sql`
      INSERT INTO rooms (
        conversation_id, group_id, creator_id, name, description, topic, rules, picture_url, is_private, category, languages
      ) VALUES (
        ${room.conversationId}, ${room.groupId}, ${room.creatorId}, ${settings.name}, ${settings.description},
        ${settings.topic}, ${settings.rules}, ${settings.picture}, ${settings.visibility === 'private'},
        ${settings.category}, ${settings.languages}::text[]
      )`.execute(tx),
  );
  await storeSlowMode(tx, room.conversationId, settings.slow_mode_s);
}

/** Stores the slow mode of a room, in the row that every message locks anyway (GR-03). */
export async function storeSlowMode(tx: Tx, conversationId: number, seconds: number): Promise<void> {
  await sql`
    UPDATE conversations SET slow_mode_s = ${seconds}
    WHERE id = ${conversationId} AND slow_mode_s <> ${seconds}`.execute(tx);
}

/** Waits for a statement that stores the name of a room; throws `group_name_taken` if another public room has it. */
export async function throwIfNameTaken(statement: Promise<unknown>): Promise<void> {
  try {
    await statement;
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
