import { sql, type Kysely } from 'kysely';

/**
 * Reports of users, with copies of the messages as evidence (SV-47). Each pair of users has at most one open
 * report.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE reports (
      id text PRIMARY KEY,
      reporter_id bigint REFERENCES users (id) ON DELETE SET NULL,
      reported_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      reason text NOT NULL,
      message_id text,
      media_id text,
      group_id text,
      evidence jsonb NOT NULL DEFAULT '[]',
      status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'reviewing', 'resolved', 'dismissed')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX reports_open_pair ON reports (reporter_id, reported_id)
    WHERE status IN ('open', 'reviewing')`.execute(db);
  await sql`CREATE INDEX reports_queue ON reports (status, created_at)`.execute(db);
}
