import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** Somebody who came with another's code, and who that is. */
export type Referral = { readonly referrerId: number; readonly username: string };

/**
 * Who may be rewarded for this person; undefined for nobody: who came without a code, was rewarded for already, or is
 * no registered person in good standing, like whoever brought them. Keeps the one who is rewarded from being deleted and
 * from being rewarded elsewhere until the transaction ends.
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

/** Notes that the one who brought this person has their reward. */
export async function markRewarded(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.updateTable('users').set({ referral_rewarded_at: now }).where('id', '=', userId).execute();
}

/** Friends of somebody for whom they were rewarded since then. */
export async function listRewardedSince(tx: Tx, referrerId: number, since: Date): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('referred_by', '=', referrerId)
    .where('referral_rewarded_at', '>', since)
    .execute();
  return rows.map(({ id }) => id);
}
