import { sql, type Kysely } from 'kysely';

/**
 * The feed ads that a user saw or clicked in an hour, so that each counts once (SV-90); rows of past hours are deleted.
 * `clicks_counted` of an ad is the sum.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE ads ADD COLUMN clicks_counted bigint NOT NULL DEFAULT 0`.execute(db);
  await sql`
    CREATE TABLE ad_events (
      ad_id text NOT NULL REFERENCES ads ON DELETE CASCADE,
      user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('seen', 'click')),
      hour timestamptz NOT NULL,
      PRIMARY KEY (user_id, hour, kind, ad_id)
    )`.execute(db);
  await sql`CREATE INDEX ad_events_hour ON ad_events (hour)`.execute(db);
}
