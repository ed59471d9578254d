import { sql, type Kysely } from 'kysely';

/**
 * Networks from which accounts were used, as keyed hashes without the browser, and referral rewards that wait
 * for an administrator because several friends of one user used the same network.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE account_networks (
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      mark text NOT NULL,
      seen_at timestamptz(3) NOT NULL,
      PRIMARY KEY (user_id, mark)
    )`.execute(db);
  await sql`CREATE INDEX account_networks_mark ON account_networks (mark)`.execute(db);
  await sql`
    CREATE TABLE referral_reviews (
      id text PRIMARY KEY,
      friend_id bigint NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
      referrer_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'approved', 'refused')),
      created_at timestamptz(3) NOT NULL,
      decided_at timestamptz(3),
      decided_by bigint REFERENCES users (id)
    )`.execute(db);
  await sql`CREATE INDEX referral_reviews_queue ON referral_reviews (status, created_at)`.execute(db);
  await sql`CREATE INDEX referral_reviews_referrer ON referral_reviews (referrer_id)`.execute(db);
  await sql`
    CREATE INDEX users_rewarded_referrals ON users (referred_by, referral_rewarded_at)
    WHERE referral_rewarded_at IS NOT NULL`.execute(db);
}
