import type { InvitedRoom } from '@adda/contract/rooms';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { areBlocked } from '../../relations/index.ts';

/**
 * SQL condition: the invitation `invite` of the room `room` is valid. Invitations that were revoked or ended have no row;
 * those of a suspended user are not valid meanwhile (GR-02).
 */
const isValid = sql<boolean>`(
  room.deleted_at IS NULL AND invite.expires_at > now()
  AND (invite.max_uses IS NULL OR invite.uses < invite.max_uses)
  AND NOT EXISTS (SELECT FROM users maker WHERE maker.id = invite.created_by AND maker.suspended_at IS NOT NULL))`;

/** SQL: valid invitations with their rooms. */
const VALID_INVITES = sql`
  room_invites invite JOIN rooms room ON room.conversation_id = invite.conversation_id AND ${isValid}`;

/** SQL condition: the user may use the invitation: it is not for another user, and the two have no block. */
const isFor = (userId: number) => sql<boolean>`(
  invite.recipient_id IS NULL
  OR invite.recipient_id = ${userId} AND NOT ${areBlocked(sql`invite.created_by`, sql`${userId}::bigint`)})`;

/**
 * Returns what everybody with the code may know about the room, and whether it is private; undefined if the code is not
 * valid (GR-02).
 */
export async function findInvitedRoom(
  db: Queryable,
  code: string,
): Promise<{ readonly room: InvitedRoom; readonly isPrivate: boolean } | undefined> {
  const { rows } = await sql<InvitedRoom & { is_private: boolean }>`
    SELECT room.name, room.topic, room.picture_url AS picture, room.member_count AS members, room.is_private
    FROM ${VALID_INVITES} WHERE invite.code = ${code}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { is_private: isPrivate, ...room } = row;
  return { room, isPrivate };
}

/** A room that an invitation leads to, as the user who joins stands to it. */
type RoomToJoin = {
  readonly conversationId: number;
  readonly groupId: string;
  readonly memberCount: number;
  readonly isMember: boolean;
  readonly isBanned: boolean;
};

/**
 * Returns the room of an invitation that this user may use, with the room's row locked until the transaction ends;
 * undefined if the code is not valid for the user. Kicks, bans, revocations and other joins wait for the same lock.
 */
export async function lockInvitedRoom(tx: Tx, code: string, userId: number): Promise<RoomToJoin | undefined> {
  // Locked and read in two statements: a statement that has waited for a lock sees an old state of the other tables.
  await sql`
    SELECT FROM rooms WHERE conversation_id = (SELECT conversation_id FROM room_invites WHERE code = ${code})
    FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<RoomToJoin>`
    SELECT room.conversation_id AS "conversationId", room.group_id AS "groupId", room.member_count AS "memberCount",
      EXISTS (
        SELECT FROM conversation_members member
        WHERE member.conversation_id = room.conversation_id AND member.user_id = ${userId}
      ) AS "isMember",
      EXISTS (
        SELECT FROM room_bans ban WHERE ban.conversation_id = room.conversation_id AND ban.user_id = ${userId}
      ) AS "isBanned"
    FROM ${VALID_INVITES} WHERE invite.code = ${code} AND ${isFor(userId)}`.execute(tx);
  return rows[0];
}

/**
 * Counts a use of an invitation; a personal one is deleted with it, and its notification too. Returns false if it is not
 * valid any more.
 */
export async function useInvite(tx: Tx, code: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE room_invites invite SET uses = invite.uses + 1
    FROM rooms room WHERE room.conversation_id = invite.conversation_id AND invite.code = ${code} AND ${isValid}
    RETURNING invite.code`.execute(tx);
  await sql`DELETE FROM room_invites WHERE code = ${code} AND recipient_id IS NOT NULL`.execute(tx);
  return rows.length > 0;
}

/** Deletes the invitations of a room that are used up or expired, but not personal ones, whose end is told. */
export async function deleteEndedInvites(tx: Tx, conversationId: number): Promise<void> {
  await sql`
    DELETE FROM room_invites
    WHERE conversation_id = ${conversationId} AND recipient_id IS NULL
      AND (expires_at <= now() OR uses >= max_uses)`.execute(tx);
}

/** Locks personal invitations that have expired, of all rooms; returns the codes of at most `limit`. */
export async function lockExpiredPersonal(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    SELECT code FROM room_invites WHERE recipient_id IS NOT NULL AND expires_at <= now()
    ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows.map(({ code }) => code);
}

/** Deletes invitations. */
export async function deleteInvites(tx: Tx, codes: readonly string[]): Promise<void> {
  await sql`DELETE FROM room_invites WHERE code = ANY (${codes}::text[])`.execute(tx);
}

/** Counts the valid invitations of a room. */
export async function countInvites(tx: Tx, conversationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM ${VALID_INVITES} WHERE invite.conversation_id = ${conversationId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** An invitation to insert. */
export type NewInvite = {
  readonly code: string;
  readonly conversationId: number;
  readonly createdBy: number;
  /** The only user who may join by it. */
  readonly recipientId?: number;
  readonly maxUses: number | null;
  readonly hours: number;
};

/** Inserts an invitation. */
export async function insertInvite(tx: Tx, invite: NewInvite): Promise<void> {
  await sql`
    INSERT INTO room_invites (code, conversation_id, created_by, recipient_id, max_uses, expires_at)
    VALUES (
      ${invite.code}, ${invite.conversationId}, ${invite.createdBy}, ${invite.recipientId ?? null}, ${invite.maxUses},
      now() + make_interval(hours => ${invite.hours})
    )`.execute(tx);
}

/** Returns the code of the valid personal invitation of one user to another to a room, if there is one. */
export async function findPersonalInvite(
  tx: Tx,
  { conversationId, createdBy, recipientId }: Pick<NewInvite, 'conversationId' | 'createdBy' | 'recipientId'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`
    SELECT invite.code FROM ${VALID_INVITES}
    WHERE invite.conversation_id = ${conversationId} AND invite.created_by = ${createdBy}
      AND invite.recipient_id = ${recipientId}`.execute(tx);
  return rows[0]?.code;
}

/**
 * Returns whether two users have a block, whether the first is a stranger to the second (MR-01), and whether the second is
 * suspended; an unknown user counts as a suspended stranger.
 */
export async function readAcquaintance(
  tx: Tx,
  inviterId: number,
  recipientId: number,
): Promise<{ readonly areBlocked: boolean; readonly isStranger: boolean; readonly isSuspended: boolean }> {
  const { rows } = await sql<{ areBlocked: boolean; isStranger: boolean; isSuspended: boolean }>`
    SELECT ${areBlocked(sql`${inviterId}::bigint`, sql`person.id`)} AS "areBlocked",
      is_stranger(${inviterId}, person.id) AS "isStranger", person.suspended_at IS NOT NULL AS "isSuspended"
    FROM users person WHERE person.id = ${recipientId}`.execute(tx);
  return rows[0] ?? { areBlocked: false, isStranger: true, isSuspended: true };
}

/** A valid invitation of a room in a list; the names are null for users who have a block with the viewer. */
export type ListedInvite = {
  readonly code: string;
  readonly uses: number;
  readonly maxUses: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly createdBy: string | null;
  readonly username: string | null;
};

/** Lists the valid invitations of a room, the newest first; with `createdBy` only those of this user. */
export async function listInvites(
  db: Queryable,
  conversationId: number,
  { viewerId, createdBy }: { readonly viewerId: number; readonly createdBy: number | undefined },
): Promise<ListedInvite[]> {
  const seen = (id: RawBuilder<unknown>) => sql`NOT ${areBlocked(id, sql`${viewerId}::bigint`)}`;
  const { rows } = await sql<ListedInvite>`
    SELECT invite.code, invite.uses, invite.max_uses AS "maxUses", invite.created_at AS "createdAt",
      invite.expires_at AS "expiresAt", author.username AS "createdBy", recipient.username
    FROM ${VALID_INVITES}
    LEFT JOIN users author ON author.id = invite.created_by AND ${seen(sql`author.id`)}
    LEFT JOIN users recipient ON recipient.id = invite.recipient_id AND ${seen(sql`recipient.id`)}
    WHERE invite.conversation_id = ${conversationId}
      AND (${createdBy ?? null}::bigint IS NULL OR invite.created_by = ${createdBy ?? null})
    ORDER BY invite.created_at DESC, invite.code`.execute(db);
  return rows;
}

/** Deletes a valid invitation of a room; with `createdBy` only one of this user. Returns false if there is none. */
export async function deleteInvite(
  tx: Tx,
  {
    conversationId,
    code,
    createdBy,
  }: { conversationId: number; code: string; createdBy: number | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM room_invites deleted USING ${VALID_INVITES}
    WHERE deleted.code = invite.code AND invite.code = ${code} AND invite.conversation_id = ${conversationId}
      AND (${createdBy ?? null}::bigint IS NULL OR invite.created_by = ${createdBy ?? null})
    RETURNING deleted.code`.execute(tx);
  return rows.length > 0;
}

/** Ends the invitations that a user made to a room; the caller has locked the room (GR-02). */
export async function endInvitesBy(tx: Tx, conversationId: number, userId: number): Promise<void> {
  await sql`
    DELETE FROM room_invites
    WHERE conversation_id = ${conversationId} AND created_by = ${userId}`.execute(tx);
}

/** Ends the invitations of a banned user to the room: those that they made, and the personal ones to them. */
export async function endInvitesOf(tx: Tx, conversationId: number, userId: number): Promise<void> {
  await sql`
    DELETE FROM room_invites
    WHERE conversation_id = ${conversationId} AND (created_by = ${userId} OR recipient_id = ${userId})`.execute(
    tx,
  );
}

/** Deletes all invitations to a room. */
export async function deleteInvitesTo(tx: Tx, conversationId: number): Promise<void> {
  await sql`DELETE FROM room_invites WHERE conversation_id = ${conversationId}`.execute(tx);
}

/** Deletes the invitations that a user made or got, as part of deleting the account (SV-13). */
export async function deleteInvitesOfAccount(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM room_invites WHERE created_by = ${userId} OR recipient_id = ${userId}`.execute(tx);
}

/** Deletes the personal invitations between two users, when one of them blocks the other. */
export async function deleteInvitesBetween(tx: Tx, oneId: number, otherId: number): Promise<void> {
  await sql`
    DELETE FROM room_invites
    WHERE (created_by = ${oneId} AND recipient_id = ${otherId})
      OR (created_by = ${otherId} AND recipient_id = ${oneId})`.execute(tx);
}
