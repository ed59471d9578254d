import type { BannedUser, Permission } from '@adda/contract/rooms';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { members } from '../../messages/index.ts';
import { deleteInvitesTo } from '../invites/invites.repository.ts';

/** A possible target of a moderation command, with its relation to the room. */
export type Candidate = {
  readonly userId: number;
  readonly username: string;
  readonly isGuest: boolean;
  readonly isAdmin: boolean;
  readonly isMember: boolean;
  readonly isBanned: boolean;
};

type CandidateRow = {
  id: number;
  username: string;
  is_guest: boolean;
  is_admin: boolean;
  is_member: boolean;
  is_banned: boolean;
};

/** Returns the accounts of these names, members of the room or not; deleted accounts have no name. */
export async function findCandidates(
  db: Queryable,
  conversationId: number,
  names: readonly string[],
): Promise<Candidate[]> {
  const { rows } = await sql<CandidateRow>`
    SELECT person.id, person.username, person.is_guest, person.role = 'admin' AS is_admin,
      EXISTS (
        SELECT FROM conversation_members member
        WHERE member.conversation_id = ${conversationId} AND member.user_id = person.id
      ) AS is_member,
      EXISTS (
        SELECT FROM room_bans ban WHERE ban.conversation_id = ${conversationId} AND ban.user_id = person.id
      ) AS is_banned
    FROM users person
    WHERE person.username = ANY (${names}) AND person.deleted_at IS NULL`.execute(db);
  return rows.map((row) => ({
    userId: row.id,
    username: row.username,
    isGuest: row.is_guest,
    isAdmin: row.is_admin,
    isMember: row.is_member,
    isBanned: row.is_banned,
  }));
}

/** A target in a room, and the user who acts. */
export type Act = {
  readonly conversationId: number;
  readonly isPrivateRoom: boolean;
  readonly userId: number;
  readonly by: number;
};

/** Bans a user from a room. */
export async function insertBan(tx: Tx, { conversationId, userId, by }: Act): Promise<void> {
  await sql`
    INSERT INTO room_bans (conversation_id, user_id, banned_by)
    VALUES (${conversationId}, ${userId}, ${by})`.execute(tx);
}

/** Lifts the ban of a user. */
export async function deleteBan(tx: Tx, conversationId: number, userId: number): Promise<void> {
  await sql`
    DELETE FROM room_bans WHERE conversation_id = ${conversationId} AND user_id = ${userId}`.execute(tx);
}

/**
 * Times a user out from now on, whatever timeout there was before; returns its end (GR-03). The caller holds the lock of the
 * conversation.
 */
export async function setTimeoutOf(
  tx: Tx,
  { conversationId, userId, by }: Act,
  minutes: number,
): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    INSERT INTO room_timeouts (conversation_id, user_id, until, set_by)
    VALUES (
      ${conversationId}, ${userId},
      date_trunc('milliseconds', clock_timestamp()) + ${minutes}::integer * interval '1 minute', ${by}
    )
    ON CONFLICT (conversation_id, user_id) DO UPDATE SET until = excluded.until, set_by = excluded.set_by
    RETURNING until`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('INSERT returned no row');
  return row.until;
}

/** Ends the timeout of a user; returns false if there was none. */
export async function endTimeoutOf(
  tx: Tx,
  { conversationId, userId }: Pick<Act, 'conversationId' | 'userId'>,
): Promise<boolean> {
  const { rows } = await sql<{ was_open: boolean }>`
    DELETE FROM room_timeouts WHERE conversation_id = ${conversationId} AND user_id = ${userId}
    RETURNING until > clock_timestamp() AS was_open`.execute(tx);
  return rows[0]?.was_open === true;
}

/** Replaces the permissions of a member; returns all current ones (SV-30). */
export async function replaceGrants(
  tx: Tx,
  { conversationId, userId, by }: Act,
  permissions: readonly Permission[],
): Promise<Permission[]> {
  await sql`
    DELETE FROM room_grants WHERE conversation_id = ${conversationId} AND user_id = ${userId}`.execute(tx);
  await sql`
    INSERT INTO room_grants (conversation_id, user_id, permission, granted_by)
    SELECT ${conversationId}, ${userId}, permission, ${by}
    FROM (SELECT DISTINCT unnest(${permissions}::text[]) AS permission) given`.execute(tx);
  return listGrants(tx, { conversationId, userId });
}

/** Revokes permissions of a member; returns the remaining ones (SV-31). */
export async function deleteGrants(
  tx: Tx,
  { conversationId, userId }: Act,
  permissions: readonly Permission[],
): Promise<Permission[]> {
  await sql`
    DELETE FROM room_grants
    WHERE conversation_id = ${conversationId} AND user_id = ${userId}
      AND permission = ANY (${permissions})`.execute(tx);
  return listGrants(tx, { conversationId, userId });
}

/** Returns the permissions that a member holds in a room. */
export async function listGrants(
  tx: Tx,
  { conversationId, userId }: Pick<Act, 'conversationId' | 'userId'>,
): Promise<Permission[]> {
  const { rows } = await sql<{ permission: Permission }>`
    SELECT permission FROM room_grants
    WHERE conversation_id = ${conversationId} AND user_id = ${userId}
    ORDER BY permission DESC`.execute(tx);
  return rows.map((row) => row.permission);
}

/** The former members of a closed room, and its picture, which the caller deletes. */
type ClosedRoom = { readonly userIds: number[]; readonly picture: string | null };

/**
 * Deletes a room: its name becomes available and its memberships and invitations end, so that no message is accepted once this
 * is committed (SV-32, R-07). Returns its former members and its picture, whose bytes the caller removes.
 */
export async function closeRoom(tx: Tx, conversationId: number): Promise<ClosedRoom> {
  await members.lockHeads(tx, [conversationId]);
  const { rows } = await sql<{ user_id: number }>`
    DELETE FROM conversation_members WHERE conversation_id = ${conversationId} RETURNING user_id`.execute(tx);
  await deleteInvitesTo(tx, conversationId);
  const { rows: closed } = await sql<{ picture_url: string | null }>`
    UPDATE rooms SET deleted_at = now(), member_count = 0 WHERE conversation_id = ${conversationId}
    RETURNING picture_url`.execute(tx);
  return { userIds: rows.map((row) => row.user_id), picture: closed[0]?.picture_url ?? null };
}

type BannedRow = { username: string; banned_at: Date; banned_by: string | null };

/** Lists banned users, newest ban first, and counts them; deleted accounts are left out (SV-34). */
export async function listBanned(
  db: Queryable,
  { conversationId, skip, limit }: { conversationId: number; skip: number; limit: number },
): Promise<{ bannedUsers: BannedUser[]; totalCount: number }> {
  const banned = sql`
    FROM room_bans ban JOIN users person ON person.id = ban.user_id AND person.deleted_at IS NULL
    LEFT JOIN users moderator ON moderator.id = ban.banned_by AND moderator.deleted_at IS NULL
    WHERE ban.conversation_id = ${conversationId}`;
  const list = sql<BannedRow>`
    SELECT person.username, ban.banned_at, moderator.username AS banned_by ${banned}
    ORDER BY ban.banned_at DESC, ban.user_id DESC LIMIT ${limit} OFFSET ${skip}`;
  const count = sql<{ count: number }>`SELECT count(*) ${banned}`;
  const [{ rows }, total] = await Promise.all([list.execute(db), count.execute(db)]);
  const bannedUsers = rows.map(({ username, banned_at: bannedAt, banned_by: by }) => ({
    username,
    banned_at: bannedAt.toISOString(),
    banned_by: by,
  }));
  return { bannedUsers, totalCount: total.rows[0]?.count ?? 0 };
}
