import { sql, type Kysely } from 'kysely';

/**
 * Ended follows, with the time of their end (SV-55): a feed that is read as of an earlier moment ranks a sender
 * as it did then. A trigger writes the rows on every kind of removal; they are kept for hours. There are no
 * references to users: a row may outlive them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE ended_follows (
      follower_id bigint NOT NULL,
      followed_id bigint NOT NULL,
      created_at timestamptz(3) NOT NULL,
      ended_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
    )`.execute(db);
  await sql`CREATE INDEX ended_follows_follower ON ended_follows (follower_id, ended_at)`.execute(db);
  await sql`CREATE INDEX ended_follows_age ON ended_follows (ended_at)`.execute(db);
  await sql`
    CREATE FUNCTION note_ended_follow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ended_follows (follower_id, followed_id, created_at)
      VALUES (OLD.follower_id, OLD.followed_id, OLD.created_at);
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER follows_ended AFTER DELETE ON follows
    FOR EACH ROW EXECUTE FUNCTION note_ended_follow()`.execute(db);
  // `subscriptions_active` excludes ended subscriptions, which a feed as of an earlier moment still counts.
  await sql`
    CREATE INDEX subscriptions_ended ON subscriptions (subscriber_id, ended_at)
    WHERE activated_at IS NOT NULL AND ended_at IS NOT NULL`.execute(db);
}
