import { sql, type Kysely } from 'kysely';

/** Which users blocked which (SV-52). Either direction hides the two users from each other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE blocks (
      blocker_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      blocked_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (blocker_id, blocked_id),
      CHECK (blocker_id <> blocked_id)
    )`.execute(db);
  await sql`CREATE INDEX blocks_blocked ON blocks (blocked_id, blocker_id)`.execute(db);
}
