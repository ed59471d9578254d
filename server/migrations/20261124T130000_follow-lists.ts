import { sql, type Kysely } from 'kysely';

/** Settings that hide the lists of followers and of followed users, and indexes to page these lists by age (HM-15). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users
      ADD COLUMN hide_followers boolean NOT NULL DEFAULT false,
      ADD COLUMN hide_following boolean NOT NULL DEFAULT false`.execute(db);
  await sql`CREATE INDEX follows_followed_age ON follows (followed_id, created_at, follower_id)`.execute(db);
  await sql`CREATE INDEX follows_follower_age ON follows (follower_id, created_at, followed_id)`.execute(db);
}
