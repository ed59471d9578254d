import { sql } from 'kysely';
import type { ReferralReview } from '@adda/contract/rewards';
import type { Tx, Queryable } from '../../platform/database/index.ts';

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

/** Queues a referral reward for an administrator; idempotent. */
export async function addReview(
  tx: Tx,
  review: { readonly id: string; readonly friendId: number; readonly referrerId: number },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('referral_reviews')
    .values({
      id: review.id,
      friend_id: review.friendId,
      referrer_id: review.referrerId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('friend_id').doNothing())
    .execute();
}

/** A page of the queue. */
export type ReviewsQuery = {
  readonly status: 'waiting' | 'decided';
  readonly page: number;
  readonly page_size: number;
};

type Row = {
  readonly id: string;
  readonly referrer: string;
  readonly friend: string;
  readonly status: ReferralReview['status'];
  readonly created_at: Date;
  readonly decided_by: string | null;
};

/** Returns pending reviews, oldest first, or decided ones, newest first; and their total number. */
export async function listReviews(
  db: Queryable,
  { status, page, page_size: size }: ReviewsQuery,
): Promise<{ referrals: ReferralReview[]; total_count: number }> {
  const isIn = status === 'waiting' ? sql`review.status = 'waiting'` : sql`review.status <> 'waiting'`;
  const order =
    status === 'waiting' ? sql`review.created_at, review.id` : sql`review.decided_at DESC, review.id`;
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      SELECT review.id, referrer.username AS referrer, friend.username AS friend, review.status,
        review.created_at, decider.username AS decided_by
      FROM referral_reviews review
      JOIN users referrer ON referrer.id = review.referrer_id
      JOIN users friend ON friend.id = review.friend_id
      LEFT JOIN users decider ON decider.id = review.decided_by
      WHERE ${isIn} ORDER BY ${order} LIMIT ${size} OFFSET ${(page - 1) * size}`.execute(db),
    sql<{ count: number }>`SELECT count(*) FROM referral_reviews review WHERE ${isIn}`.execute(db),
  ]);
  const referrals = rows.map((row) => ({
    referral_id: row.id,
    referrer: row.referrer,
    friend: row.friend,
    status: row.status,
    created_at: row.created_at.toISOString(),
    decided_by: row.decided_by,
  }));
  return { referrals, total_count: counted.rows[0]?.count ?? 0 };
}

/** Returns the two users of a pending review and locks it until the transaction ends; undefined if there is none. */
export async function lockReview(
  tx: Tx,
  id: string,
): Promise<{ readonly friendId: number; readonly referrerId: number } | undefined> {
  const { rows } = await sql<{ friendId: number; referrerId: number }>`
    SELECT friend_id AS "friendId", referrer_id AS "referrerId" FROM referral_reviews
    WHERE id = ${id} AND status = 'waiting' FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Stores an administrator's decision. */
export async function decideReview(
  tx: Tx,
  id: string,
  decided: { readonly status: 'approved' | 'refused'; readonly by: number; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('referral_reviews')
    .set({ status: decided.status, decided_by: decided.by, decided_at: decided.at })
    .where('id', '=', id)
    .execute();
}
