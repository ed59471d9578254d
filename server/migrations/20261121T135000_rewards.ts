import { sql, type Kysely } from 'kysely';

/**
 * Rewards: daily spins, clicks on reward ads, invited friends. A limit is a unique key, not a count that was
 * read before (R-09). Days are those of the rewards' time zone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSpins(db);
  await createAdClaims(db);
  await createReferrals(db);
}

/** `spins` counts the spins of a day; each has a row with what it showed and paid, in hundredths of a coin. */
async function createSpins(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE spin_days (
      user_id bigint NOT NULL REFERENCES users (id),
      day date NOT NULL,
      spins integer NOT NULL CHECK (spins > 0),
      PRIMARY KEY (user_id, day)
    )`.execute(db);
  await sql`
    CREATE TABLE spins (
      user_id bigint NOT NULL,
      day date NOT NULL,
      slot integer NOT NULL,
      outcome text NOT NULL,
      paid bigint NOT NULL CHECK (paid >= 0),
      spun_at timestamptz(3) NOT NULL,
      PRIMARY KEY (user_id, day, slot),
      FOREIGN KEY (user_id, day) REFERENCES spin_days (user_id, day)
    )`.execute(db);
}

/**
 * A run is a user's clicks on one ad until its reward. The claims of a user wait for each other at the row of
 * the claimer.
 */
async function createAdClaims(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE ad_runs (
      user_id bigint NOT NULL REFERENCES users (id),
      ad_type text NOT NULL,
      ad_session text NOT NULL,
      clicks integer NOT NULL CHECK (clicks > 0),
      clicked_at timestamptz(3) NOT NULL,
      PRIMARY KEY (user_id, ad_type)
    )`.execute(db);
  await sql`CREATE TABLE ad_claimers (user_id bigint PRIMARY KEY REFERENCES users (id))`.execute(db);
  await sql`
    CREATE TABLE ad_claims (
      user_id bigint NOT NULL REFERENCES ad_claimers (user_id),
      day date NOT NULL,
      n integer NOT NULL CHECK (n BETWEEN 1 AND 30),
      ad_type text NOT NULL,
      paid bigint NOT NULL CHECK (paid > 0),
      claimed_at timestamptz(3) NOT NULL,
      PRIMARY KEY (user_id, day, n)
    )`.execute(db);
}

/**
 * Networks and devices are stored only as keyed hashes: enough to see that two accounts share one, and for
 * nothing else.
 */
async function createReferrals(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN referral_rewarded_at timestamptz(3)`.execute(db);
  await sql`
    CREATE TABLE account_origins (
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      mark text NOT NULL,
      seen_at timestamptz(3) NOT NULL,
      PRIMARY KEY (user_id, mark)
    )`.execute(db);
}
