import { sql, type Kysely } from 'kysely';

/**
 * What the order of the feed needs to stay as it was (SV-55): who was followed until when, so that a list as of an
 * earlier moment ranks a sender as before once they are no longer followed. Written by a trigger, whoever removes the
 * follow; kept for hours. Nobody is referenced: a note may outlive its people.
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
  // `subscriptions_active` leaves out those that were ended, which a list as of before still counts.
  await sql`
    CREATE INDEX subscriptions_ended ON subscriptions (subscriber_id, ended_at)
    WHERE activated_at IS NOT NULL AND ended_at IS NOT NULL`.execute(db);
}
