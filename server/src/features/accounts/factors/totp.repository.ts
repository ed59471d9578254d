import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';

/** Returns the encrypted secrets of a user: the confirmed one, and one that waits for its first code. */
export async function findSecrets(db: Queryable, userId: number) {
  return db
    .selectFrom('totp_secrets')
    .where('user_id', '=', userId)
    .select(['secret', 'unconfirmed_secret'])
    .executeTakeFirst();
}

/** Stores a secret that waits for its first code, in place of an earlier one. */
export async function storeUnconfirmed(db: Queryable, userId: number, secret: Buffer): Promise<void> {
  await db
    .insertInto('totp_secrets')
    .values({ user_id: userId, unconfirmed_secret: secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ unconfirmed_secret: secret }))
    .execute();
}

/** Makes the waiting secret the one that counts. `step` is the step of its first code, which is used with that. */
export async function confirmSecret(tx: Tx, userId: number, step: number, now: Date): Promise<void> {
  await tx
    .updateTable('totp_secrets')
    .set({ secret: sql`unconfirmed_secret`, unconfirmed_secret: null, last_step: step, confirmed_at: now })
    .where('user_id', '=', userId)
    .execute();
  await tx.updateTable('users').set({ has_totp: true }).where('id', '=', userId).execute();
}

/** Uses up the code of a step and all earlier ones. Returns false if it is used up already (ID-02). */
export async function takeStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows: updated } = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return updated > 0n;
}

/** Number of rows that are read at once to encrypt them anew. */
const SEALS_AT_ONCE = 200;

/** The encrypted secrets of a user. */
export type SealedSecrets = {
  readonly user_id: number;
  readonly secret: Uint8Array | null;
  readonly unconfirmed_secret: Uint8Array | null;
};

/** Returns the encrypted secrets of users in the order of their ids, after a user or from the first one. */
export async function listSealedSecrets(db: Queryable, afterUserId: number): Promise<SealedSecrets[]> {
  return db
    .selectFrom('totp_secrets')
    .select(['user_id', 'secret', 'unconfirmed_secret'])
    .where('user_id', '>', afterUserId)
    .orderBy('user_id')
    .limit(SEALS_AT_ONCE)
    .execute();
}

/** Replaces how a secret is encrypted. Returns false if another secret has taken its place since it was read. */
export async function replaceSeal(
  db: Queryable,
  { userId, column, old }: { userId: number; column: 'secret' | 'unconfirmed_secret'; old: Uint8Array },
  sealed: Buffer,
): Promise<boolean> {
  const { numUpdatedRows: updated } = await db
    .updateTable('totp_secrets')
    .set({ [column]: sealed })
    .where('user_id', '=', userId)
    .where(column, '=', Buffer.from(old))
    .executeTakeFirst();
  return updated > 0n;
}

/** Removes secrets and recovery codes of a user. */
export async function deleteTotp(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx.updateTable('users').set({ has_totp: false }).where('id', '=', userId).execute();
}

/** Removes what was set up at this time or later: an authenticator app with all its codes, or only new recovery codes (ID-05). */
export async function deleteTotpSince(tx: Tx, userId: number, since: Date): Promise<void> {
  const later = await tx
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', '>=', since)
    .executeTakeFirst();
  if (later) return deleteTotp(tx, userId);
  await tx
    .updateTable('totp_secrets')
    .set({ unconfirmed_secret: null })
    .where('user_id', '=', userId)
    .execute();
  await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .execute();
}

/** Removes everything that proves who a user is, beside the password. */
export async function deleteFactors(tx: Tx, userId: number): Promise<void> {
  await deleteTotp(tx, userId);
  await deleteLoginChallenges(tx, userId);
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await tx.updateTable('users').set({ passkey_count: 0 }).where('id', '=', userId).execute();
}

/** Stores the hashes of new recovery codes in place of all earlier ones. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: number,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: now })))
    .execute();
}

/** Uses up a recovery code. Returns false if there is no such code. */
export async function takeRecoveryCode(tx: Tx, userId: number, hash: string): Promise<boolean> {
  const { numDeletedRows: deleted } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return deleted > 0n;
}

export async function countRecoveryCodes(db: Queryable, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', userId)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertLoginChallenge(
  tx: Tx,
  userId: number,
  challengeHash: string,
  expiresAt: Date,
): Promise<void> {
  await tx
    .insertInto('login_challenges')
    .values({ user_id: userId, challenge_hash: challengeHash, expires_at: expiresAt })
    .execute();
}

/**
 * Counts a try of a login challenge and returns whose login it is; undefined if the challenge is unknown, used, expired, or was
 * tried `mostTries` times. Counted before the answer is compared, so that tries at the same time are counted too.
 */
export async function countTry(
  db: Queryable,
  challengeHash: string,
  { mostTries, now }: { readonly mostTries: number; readonly now: Date },
): Promise<number | undefined> {
  const found = await db
    .updateTable('login_challenges')
    .set({ tries: sql`tries + 1` })
    .where('challenge_hash', '=', challengeHash)
    .where('expires_at', '>', now)
    .where('tries', '<', mostTries)
    .returning('user_id')
    .executeTakeFirst();
  return found?.user_id;
}

/** Uses up a login challenge. Returns false if it is used up already. */
export async function takeLoginChallenge(tx: Tx, challengeHash: string): Promise<boolean> {
  const { numDeletedRows: deleted } = await tx
    .deleteFrom('login_challenges')
    .where('challenge_hash', '=', challengeHash)
    .executeTakeFirst();
  return deleted > 0n;
}

/** Ends the logins of a user that wait for their second factor. */
export async function deleteLoginChallenges(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('login_challenges').where('user_id', '=', userId).execute();
}
