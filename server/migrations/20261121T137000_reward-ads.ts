import { sql, type Kysely } from 'kysely';

/**
 * Reward ads (SV-87, SV-90), and how often each ad of the feed was shown. Only one ad of a type runs at a time;
 * after `ended_at` another of its type may run, and the row is kept because rewards refer to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE reward_ads (
      ad_id text PRIMARY KEY DEFAULT 'ad_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 24),
      ad_type text NOT NULL,
      category text NOT NULL CHECK (category IN ('regular', 'hot')),
      reward integer NOT NULL CHECK (reward BETWEEN 1 AND CASE category WHEN 'regular' THEN 5 ELSE 10 END),
      clicks integer NOT NULL CHECK (clicks > 0),
      sponsor text NOT NULL,
      caption text,
      image_id text REFERENCES images (id),
      target_url text,
      active_from timestamptz(3) NOT NULL DEFAULT now(),
      active_to timestamptz(3),
      ended_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      clicks_counted bigint NOT NULL DEFAULT 0
    )`.execute(db);
  await sql`CREATE UNIQUE INDEX reward_ads_type ON reward_ads (ad_type) WHERE ended_at IS NULL`.execute(db);
  // AD-14 to AD-19; the owner adds the links that they open.
  await sql`
    INSERT INTO reward_ads (ad_type, category, reward, clicks, sponsor, created_at)
    SELECT ad_type, 'regular', reward, clicks, 'Adda', now() + place * interval '1 millisecond'
    FROM (VALUES ('direct1', 2, 3, 0), ('direct2', 5, 5, 1), ('banner1', 1, 1, 2), ('video1', 1, 1, 3),
      ('native1', 4, 3, 4), ('popunder1', 1, 1, 5)) AS ad (ad_type, reward, clicks, place)`.execute(db);
  await sql`ALTER TABLE ads ADD COLUMN impressions bigint NOT NULL DEFAULT 0`.execute(db);
  await sql`CREATE INDEX hidden_ads_ad ON hidden_ads (ad_id)`.execute(db);
}
