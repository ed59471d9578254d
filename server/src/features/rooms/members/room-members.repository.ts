import { ROOM_FACES, type GroupMember, type Permission, type RoomFace } from '@adda/contract/rooms';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { isOnline } from '../../presence/index.ts';
import { areBlocked, isHiddenFrom } from '../../relations/index.ts';
import { members } from '../../messages/index.ts';
import { permissionsOf } from '../rooms.policy.ts';
import { changeMemberCount } from '../rooms.repository.ts';
import { usernamesFor } from './typed-names.policy.ts';

type MemberRow = {
  username: string;
  profile_image_url: string | null;
  is_online: boolean;
  is_creator: boolean;
  is_guest: boolean;
  is_admin: boolean;
  grants: Permission[];
};

type Page = {
  readonly conversationId: number;
  readonly viewerId: number;
  /** Prefix of a username, or of the name under which a guest is displayed; lower case. */
  readonly search?: string | undefined;
  readonly skip: number;
  readonly limit: number;
};

/**
 * SQL condition: the username starts with the search. Compared as text, not as a pattern, so nothing needs escaping.
 */
function matches(search: string | undefined) {
  if (!search) return sql`true`;
  const beginnings = usernamesFor(search).map((name) => sql`starts_with(person.username, ${name})`);
  return sql`(${sql.join(beginnings, sql` OR `)})`;
}

/** SQL condition: the member is not suspended. Suspended users stay members and are not listed meanwhile (SV-50). */
const isShown = sql`person.suspended_at IS NULL`;

/** What a list of members is limited to, and its order by the columns `is_creator`, `is_online` and `username`. */
type Listing = { readonly where: RawBuilder<unknown>; readonly order: RawBuilder<unknown> };

/** Lists members. Unavailable users are shown as offline (X-19), and so are users who have a block with the viewer (R-14). */
async function selectMembers(
  db: Queryable,
  { conversationId, viewerId, skip, limit }: Omit<Page, 'search'>,
  { where, order }: Listing,
): Promise<GroupMember[]> {
  // Grants are looked up only for the members of the page, not for skipped ones.
  const { rows } = await sql<MemberRow>`
    SELECT page.*, ARRAY(
      SELECT held.permission FROM room_grants held
      WHERE held.conversation_id = ${conversationId} AND held.user_id = page.id
    ) AS grants
    FROM (
      SELECT person.id, person.username, person.profile_image_url, person.is_guest,
        person.role = 'admin' AS is_admin,
        room.creator_id = person.id AS is_creator,
        person.is_available AND ${isOnline(sql`person.id`)}
          AND NOT ${areBlocked(sql`person.id`, sql`${viewerId}`)} AS is_online
      FROM conversation_members member
      JOIN users person ON person.id = member.user_id
      JOIN rooms room ON room.conversation_id = member.conversation_id
      WHERE member.conversation_id = ${conversationId} AND ${isShown} AND ${where}
      ORDER BY ${order} LIMIT ${limit} OFFSET ${skip}
    ) page
    ORDER BY ${order}`.execute(db);
  return rows.map((row) => ({
    username: row.username,
    profile_image_url: row.profile_image_url,
    is_online: row.is_online,
    is_creator: row.is_creator,
    is_guest: row.is_guest,
    is_admin: row.is_admin,
    permissions: permissionsOf({
      isGuest: row.is_guest,
      isCreator: row.is_creator,
      isAdmin: row.is_admin,
      grants: row.grants,
    }),
  }));
}

/** Lists members: the creator, then online members, then by name (SV-35). */
export const listMembers = (db: Queryable, page: Page): Promise<GroupMember[]> =>
  selectMembers(db, page, {
    where: matches(page.search),
    order: sql`is_creator DESC, is_online DESC, username`,
  });

/** SQL condition: the member `person` is listed for a user who may not be in the room: no block, and not hidden (MR-05). */
const isListedFor = (viewerId: RawBuilder<unknown>) => sql`(
  NOT ${areBlocked(sql`person.id`, viewerId)} AND NOT ${isHiddenFrom(sql`person.id`, viewerId)})`;

/** Lists members for a user who may not be in the room: online ones first, without blocked and hidden users (HM-06). */
export const listMembersOutside = (db: Queryable, page: Omit<Page, 'search'>): Promise<GroupMember[]> =>
  selectMembers(db, page, {
    where: isListedFor(sql`${page.viewerId}::bigint`),
    order: sql`is_online DESC, is_creator DESC, username`,
  });

/**
 * Returns the number of members who are shown as online, without those whom the viewer may not see; for everybody without a
 * viewer (HM-05, HM-06).
 */
export async function countOnline(db: Queryable, conversationId: number, viewerId?: number): Promise<number> {
  const isCounted = viewerId === undefined ? sql`true` : isListedFor(sql`${viewerId}::bigint`);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM conversation_members member JOIN users person ON person.id = member.user_id
    WHERE member.conversation_id = ${conversationId} AND ${isShown} AND person.is_available
      AND ${isOnline(sql`person.id`)} AND ${isCounted}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Returns some members of each room with their pictures: the creator, then others, without users who have a block with
 * the viewer (RO-02).
 */
export async function listFaces(
  db: Queryable,
  conversationIds: readonly number[],
  viewerId: number,
): Promise<Map<number, RoomFace[]>> {
  const { rows } = await sql<RoomFace & { conversation_id: number }>`
    SELECT room.conversation_id, face.username, face.profile_image_url
    FROM rooms room CROSS JOIN LATERAL (
      SELECT person.username, person.profile_image_url, person.id
      FROM conversation_members member JOIN users person ON person.id = member.user_id
      WHERE member.conversation_id = room.conversation_id AND ${isShown}
        AND NOT ${areBlocked(sql`person.id`, sql`${viewerId}`)}
      ORDER BY member.user_id <> room.creator_id, member.user_id LIMIT ${1 + ROOM_FACES}
    ) face
    WHERE room.conversation_id = ANY (${conversationIds})
    ORDER BY room.conversation_id, face.id <> room.creator_id, face.id`.execute(db);
  const faces = new Map<number, RoomFace[]>();
  for (const { conversation_id: id, ...face } of rows) faces.set(id, [...(faces.get(id) ?? []), face]);
  return faces;
}

/** Returns the number of members that a search finds. */
export async function countMembersFound(
  db: Queryable,
  conversationId: number,
  search: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM conversation_members member JOIN users person ON person.id = member.user_id
    WHERE member.conversation_id = ${conversationId} AND ${isShown} AND ${matches(search)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the members whom the typed names may mean, and whether each has a block with the viewer. */
export async function findMembersByName(
  db: Queryable,
  { conversationId, viewerId }: Pick<Page, 'conversationId' | 'viewerId'>,
  names: readonly string[],
) {
  const { rows } = await sql<{ id: number; username: string; is_blocked: boolean }>`
    SELECT person.id, person.username, ${areBlocked(sql`person.id`, sql`${viewerId}`)} AS is_blocked
    FROM users person JOIN conversation_members member ON member.user_id = person.id
    WHERE member.conversation_id = ${conversationId} AND ${isShown}
      AND person.username = ANY (${names.flatMap(usernamesFor)})`.execute(db);
  return rows;
}

/** A room of a user, with the current name of the user. */
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

/** Returns the rooms of the users, at most `limit` for each. */
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

/** A room of a user whose row is locked, and whether the user owns it. */
export type LockedRoomOfPerson = RoomOfPerson & { readonly name: string; readonly isOwned: boolean };

/** Locks all rooms of a user in the order of their ids, and returns them. */
export async function lockRoomsOf(tx: Tx, userId: number): Promise<LockedRoomOfPerson[]> {
  const { rows } = await sql<RoomOfPersonRow & { name: string; is_owned: boolean }>`
    SELECT member.user_id, person.username, room.conversation_id, room.group_id, room.name,
      room.creator_id = member.user_id AS is_owned
    FROM rooms room
    JOIN conversation_members member ON member.conversation_id = room.conversation_id
    JOIN users person ON person.id = member.user_id
    WHERE member.user_id = ${userId}
    ORDER BY room.conversation_id FOR NO KEY UPDATE OF room`.execute(tx);
  return rows.map((row) => Object.assign(roomOfPerson(row), { name: row.name, isOwned: row.is_owned }));
}

/**
 * Ends a membership and all permissions of the user in the room; returns false if there was none. The caller has locked
 * the room. No message of the user is accepted once this is committed (R-07).
 */
export async function endMembership(tx: Tx, conversationId: number, userId: number): Promise<boolean> {
  const wasMember = await members.removeMember(tx, conversationId, userId);
  if (wasMember) await changeMemberCount(tx, conversationId, -1);
  return wasMember;
}
