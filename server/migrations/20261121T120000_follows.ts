import { sql, type Kysely } from 'kysely';

/** Which users follow which (SV-67). A block removes both directions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE follows (
      follower_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      followed_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (follower_id, followed_id),
      CHECK (follower_id <> followed_id)
    )`.execute(db);
  await sql`CREATE INDEX follows_followed ON follows (followed_id, follower_id)`.execute(db);
}
