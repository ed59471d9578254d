import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';

/** What a challenge is for: adding a passkey to an account, registering an account with one, or using one (ID-01). */
export type ChallengePurpose = 'add' | 'register' | 'use';

/** A challenge that the server gave out. `caller`: the account or the new username that it was given to; null for anybody. */
export type GivenChallenge = {
  readonly challenge: string;
  readonly purpose: ChallengePurpose;
  readonly caller: string | null;
};

export async function insertChallenge(db: Queryable, given: GivenChallenge, expiresAt: Date): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({ ...given, expires_at: expiresAt })
    .execute();
}

/** Removes a challenge and returns whom it was given to; undefined if it is unknown, used or expired. It works once. */
export async function takeChallenge(
  db: Queryable,
  { challenge, purpose }: Pick<GivenChallenge, 'challenge' | 'purpose'>,
  now: Date,
): Promise<{ readonly caller: string | null } | undefined> {
  return db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('caller')
    .executeTakeFirst();
}

/** Deletes challenges that expired before the given time. */
export async function deleteExpiredChallenges(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', before).execute();
  await db.deleteFrom('login_challenges').where('expires_at', '<', before).execute();
}

/** A credential that an authenticator made, as it is stored. */
export type StoredCredential = {
  readonly credential_id: string;
  readonly public_key: Uint8Array;
  readonly counter: number;
  readonly transports: string[];
};

/** Returns a passkey by the id that its authenticator gave it, of an account that is not deleted. */
export async function findPasskey(db: Queryable, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .where('users.deleted_at', 'is', null)
    .where('credential_id', '=', credentialId)
    .select(['passkeys.id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .executeTakeFirst();
}

/** Returns the passkeys of a user, newest first. */
export async function listPasskeys(db: Queryable, userId: number) {
  return db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

type NewPasskey = StoredCredential & {
  readonly id: string;
  readonly user_id: number;
  readonly name: string;
  readonly created_at: Date;
};

/** Stores a passkey. Returns false if the authenticator's id is stored already. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted = 0n } = await tx
    .insertInto('passkeys')
    .values({ ...passkey, public_key: Buffer.from(passkey.public_key), last_used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return inserted > 0n;
}

/** Removes a passkey of a user. Returns false if there is no such passkey. */
export async function deletePasskey(tx: Tx, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows: deleted } = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleted > 0n;
}

/** Removes the passkeys that were added at this time or later, from the user whose row is locked (ID-05). */
export async function deletePasskeysSince(tx: Tx, userId: number, since: Date): Promise<void> {
  const removed = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .returning('id')
    .execute();
  if (removed.length > 0) await countPasskeys(tx, userId, -removed.length);
}

/** Changes the number of passkeys in the user's row, which is locked. */
export async function countPasskeys(tx: Tx, userId: number, change: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ passkey_count: sql`passkey_count + ${change}` })
    .where('id', '=', userId)
    .execute();
}

/**
 * Stores the counter of a passkey that was used. Returns false if it did not grow, unless it is always 0: then somebody may have
 * copied the passkey (ID-01).
 */
export async function notePasskeyUse(tx: Tx, id: string, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows: updated } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} OR (counter = 0 AND ${counter} = 0))`)
    .executeTakeFirst();
  return updated > 0n;
}
