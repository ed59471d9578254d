import { sql, type Kysely } from 'kysely';

/** Notifications to one user, and announcements to all users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE notifications (
      id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('warning', 'content_removed', 'suspension_ended', 'report_decided',
        'appeal_decided', 'export_ready')),
      text text NOT NULL,
      about text,
      sanction_id text REFERENCES sanctions (id),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      read_at timestamptz(3)
    )`.execute(db);
  await sql`CREATE INDEX notifications_user ON notifications (user_id, created_at DESC, id)`.execute(db);
  await sql`CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL`.execute(db);
  await sql`
    CREATE TABLE announcements (
      id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
      text text NOT NULL,
      link text,
      tone text NOT NULL CHECK (tone IN ('info', 'warning')),
      starts_at timestamptz(3) NOT NULL,
      ends_at timestamptz(3),
      created_by bigint NOT NULL REFERENCES users (id),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CHECK (ends_at IS NULL OR ends_at >= starts_at)
    )`.execute(db);
}
