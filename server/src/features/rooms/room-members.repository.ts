import type { GroupMember } from '@adda/contract/rooms';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { isOnline } from '../presence/index.ts';
import { permissionsOf } from './rooms.policy.ts';
import { namesMeant } from './rooms.whispers.ts';

type MemberRow = { username: string; is_online: boolean; is_creator: boolean; is_guest: boolean };

type Page = { readonly conversationId: number; readonly skip: number; readonly limit: number };

/** Lists members: the creator, then who is online, then by name (SV-35). */
export async function listMembers(
  db: Queryable,
  { conversationId, skip, limit }: Page,
): Promise<GroupMember[]> {
  const { rows } = await sql<MemberRow>`
    SELECT person.username, person.is_guest, room.creator_id = person.id AS is_creator,
      ${isOnline(sql`person.id`)} AS is_online
    FROM conversation_members member
    JOIN users person ON person.id = member.user_id
    JOIN rooms room ON room.conversation_id = member.conversation_id
    WHERE member.conversation_id = ${conversationId}
    ORDER BY is_creator DESC, is_online DESC, person.username LIMIT ${limit} OFFSET ${skip}`.execute(db);
  return rows.map((row) => Object.assign(row, { permissions: permissionsOf({ isCreator: row.is_creator }) }));
}

/** The members that some typed names may mean. */
export async function findMembersByName(db: Queryable, conversationId: number, names: readonly string[]) {
  const { rows } = await sql<{ id: number; username: string }>`
    SELECT person.id, person.username
    FROM users person JOIN conversation_members member ON member.user_id = person.id
    WHERE member.conversation_id = ${conversationId}
      AND person.username = ANY (${names.flatMap(namesMeant)})`.execute(db);
  return rows;
}

/** A room of a person, with the name that the person has now. */
export type RoomOfPerson = {
  readonly userId: number;
  readonly username: string;
  readonly conversationId: number;
  readonly groupId: string;
};

type RoomOfPersonRow = { user_id: number; username: string; conversation_id: number; group_id: string };

const roomOfPerson = (row: RoomOfPersonRow): RoomOfPerson => ({
  userId: row.user_id,
  username: row.username,
  conversationId: row.conversation_id,
  groupId: row.group_id,
});

/** The rooms of some people, at most `limit` each. */
export async function listRoomsOf(
  db: Queryable,
  userIds: readonly number[],
  limit: number,
): Promise<RoomOfPerson[]> {
  const { rows } = await sql<RoomOfPersonRow>`
    SELECT person.id AS user_id, person.username, joined.conversation_id, joined.group_id
    FROM users person CROSS JOIN LATERAL (
      SELECT room.conversation_id, room.group_id
      FROM conversation_members member JOIN rooms room ON room.conversation_id = member.conversation_id
      WHERE member.user_id = person.id AND room.deleted_at IS NULL
      ORDER BY member.conversation_id LIMIT ${limit}
    ) joined
    WHERE person.id = ANY (${userIds})`.execute(db);
  return rows.map(roomOfPerson);
}

/** Locks every room of a person, in the order of their ids, and answers them. */
export async function lockRoomsOf(tx: Tx, userId: number): Promise<RoomOfPerson[]> {
  const { rows } = await sql<RoomOfPersonRow>`
    SELECT member.user_id, person.username, room.conversation_id, room.group_id
    FROM rooms room
    JOIN conversation_members member ON member.conversation_id = room.conversation_id
    JOIN users person ON person.id = member.user_id
    WHERE member.user_id = ${userId}
    ORDER BY room.conversation_id FOR NO KEY UPDATE OF room`.execute(tx);
  return rows.map(roomOfPerson);
}
