import { sql, type Kysely } from 'kysely';

/** Ads of the feed, and which users hid them (SV-66). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE ads (
      ad_id text PRIMARY KEY,
      sponsor text NOT NULL,
      caption text,
      image_id text REFERENCES images (id),
      target_url text NOT NULL,
      active_from timestamptz(3) NOT NULL DEFAULT now(),
      active_to timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`
    CREATE TABLE hidden_ads (
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      ad_id text NOT NULL REFERENCES ads (ad_id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, ad_id)
    )`.execute(db);
}
