import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** The referrer and the referred user's name. */
export type Referral = { readonly referrerId: number; readonly username: string };

/**
 * Returns who may be rewarded for this user; undefined if the user has no referrer or was already rewarded for, or if
 * one of the two is a guest, suspended or deleted. Locks the referrer's row until the transaction ends, against
 * deletion and concurrent rewards.
 */
export async function lockReferral(tx: Tx, userId: number): Promise<Referral | undefined> {
  const { rows } = await sql<Referral>`
    SELECT referrer.id AS "referrerId", person.username
    FROM users person JOIN users referrer ON referrer.id = person.referred_by AND referrer.id <> person.id
    WHERE person.id = ${userId} AND person.referral_rewarded_at IS NULL
      AND NOT person.is_guest AND person.suspended_at IS NULL AND person.deleted_at IS NULL
      AND NOT referrer.is_guest AND referrer.suspended_at IS NULL AND referrer.deleted_at IS NULL
    FOR NO KEY UPDATE OF referrer`.execute(tx);
  return rows[0];
}

/** Marks that the referrer of this user has been rewarded. */
export async function markRewarded(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.updateTable('users').set({ referral_rewarded_at: now }).where('id', '=', userId).execute();
}

/** Returns the friends for whom the referrer was rewarded since a time. */
export async function listRewardedSince(tx: Tx, referrerId: number, since: Date): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('referred_by', '=', referrerId)
    .where('referral_rewarded_at', '>', since)
    .execute();
  return rows.map(({ id }) => id);
}
