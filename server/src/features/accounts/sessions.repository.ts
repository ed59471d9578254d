import { SESSION_MAX_SECONDS } from '@adda/contract/accounts';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { SessionsTable } from './accounts.tables.ts';

/** A session joined with the current state of its account. */
export type SessionWithUser = {
  readonly userId: number;
  readonly username: string;
  readonly role: 'user' | 'admin';
  readonly isGuest: boolean;
  readonly suspendedAt: Date | null;
  readonly tokenId: string;
  readonly previousTokenId: string | null;
  readonly rotatedAt: Date;
  readonly lastUsedAt: Date;
  /** The earlier of two times: the end of the sliding window, and the maximum lifetime of a session. */
  readonly expiresAt: Date;
  readonly provenAt: Date | null;
  readonly hasPassword: boolean;
  readonly hasTotp: boolean;
  readonly passkeyCount: number;
};

/** Also applies to sessions that were created before the maximum lifetime existed. */
const endsAt = sql<Date>`
  least(sessions.expires_at, sessions.created_at + make_interval(secs => ${SESSION_MAX_SECONDS}))`;

function liveSessions(db: Queryable) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.revoked_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .select([
      'users.id as userId',
      'users.username',
      'users.role',
      'users.is_guest as isGuest',
      'users.suspended_at as suspendedAt',
      'sessions.token_id as tokenId',
      'sessions.previous_token_id as previousTokenId',
      'sessions.rotated_at as rotatedAt',
      'sessions.last_used_at as lastUsedAt',
      endsAt.as('expiresAt'),
      'sessions.proven_at as provenAt',
      'users.has_totp as hasTotp',
      'users.passkey_count as passkeyCount',
      sql<boolean>`users.password_hash IS NOT NULL`.as('hasPassword'),
    ]);
}

type Values = { readonly sessionId: string; readonly userId: number };
type Columns = { readonly sessionId: RawBuilder<string>; readonly userId: RawBuilder<number> };

/**
 * Returns an SQL condition that is true when the session is usable and belongs to this user. Lets a query of another
 * feature check the session in the same statement.
 */
export const isUsableSession = (
  { sessionId, userId }: Values | Columns,
  now: Date,
): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE sessions.id = ${sessionId} AND users.id = ${userId} AND sessions.revoked_at IS NULL
    AND ${endsAt} > ${now} AND users.deleted_at IS NULL AND users.suspended_at IS NULL)`;

/** Returns for each id the session, unless it is revoked or its account deleted. */
export async function findSessions(
  db: Queryable,
  ids: readonly string[],
): Promise<(SessionWithUser | undefined)[]> {
  const rows = await liveSessions(db)
    .where('sessions.id', '=', sql<string>`ANY (${ids}::text[])`)
    .select('sessions.id')
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

/**
 * Returns a session as `findSessions` does, locked until the transaction ends, so that only one of two concurrent refreshes
 * rotates the token.
 */
export async function lockSession(tx: Tx, id: string): Promise<SessionWithUser | undefined> {
  return liveSessions(tx).where('sessions.id', '=', id).forUpdate('sessions').executeTakeFirst();
}

export async function insertSession(tx: Tx, session: Selectable<SessionsTable>): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

/** Updates columns of a session. */
export async function updateSession(
  tx: Tx,
  id: string,
  values: Partial<Selectable<SessionsTable>>,
): Promise<void> {
  await tx.updateTable('sessions').set(values).where('id', '=', id).execute();
}

/**
 * Notes the use of sessions. One that is being changed is left out: it is in use, and waiting for it could be a deadlock with a batch of
 * another node.
 */
export async function noteUses(db: Queryable, ids: readonly string[], now: Date): Promise<void> {
  const unlocked = db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sql<string>`ANY (${ids}::text[])`)
    .forNoKeyUpdate()
    .skipLocked();
  await db.updateTable('sessions').set({ last_used_at: now }).where('id', 'in', unlocked).execute();
}

/** Returns the usable sessions of a user, last used first. */
export async function listSessions(db: Queryable, userId: number, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'country', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(endsAt, '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Selects sessions of a user: one, all, or all except one. */
export type SessionChoice = { readonly only?: string; readonly except?: string };

/** Revokes sessions of a user. Returns the ids of those that were active. */
export async function revokeSessions(
  tx: Tx,
  userId: number,
  choice: SessionChoice,
  now: Date,
): Promise<string[]> {
  let query = tx.updateTable('sessions').set({ revoked_at: now });
  if (choice.only !== undefined) query = query.where('id', '=', choice.only);
  if (choice.except !== undefined) query = query.where('id', '!=', choice.except);
  const rows = await query
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Clears the devices and countries of a user. The rows stay, so that an old token is still refused as revoked. */
export async function clearDevices(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('sessions').set({ device: '', country: null }).where('user_id', '=', userId).execute();
}

/** Deletes sessions that ended before the given time. */
export async function deleteEndedSessions(db: Queryable, before: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<', before), eb('revoked_at', '<', before)]))
    .execute();
}
