import { sql, type Kysely } from 'kysely';

/**
 * What happened to users (NT-01), and how they want to be told (NT-03). An item holds no names and no words: both are read
 * where they are, so that what is deleted or blocked goes along. Likes, follows and emoji reactions of one subject are one row
 * for `ACTIVITY_GROUP_HOURS`, however many there are (NT-04).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE activity_items (
      id text PRIMARY KEY,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      kind text NOT NULL,
      subject_type text NOT NULL,
      subject_id text NOT NULL,
      actor_id bigint REFERENCES users (id) ON DELETE CASCADE,
      opened_at timestamptz(3) NOT NULL DEFAULT now(),
      happened_at timestamptz(3) NOT NULL DEFAULT now(),
      is_read boolean NOT NULL DEFAULT false
    )`.execute(db);
  await sql`CREATE INDEX activity_items_newest ON activity_items (user_id, happened_at DESC, id DESC)`.execute(
    db,
  );
  await sql`CREATE INDEX activity_items_unread ON activity_items (user_id) WHERE NOT is_read`.execute(db);
  await sql`CREATE INDEX activity_items_subject ON activity_items (subject_type, subject_id, user_id, kind, opened_at)`.execute(
    db,
  );
  await sql`CREATE INDEX activity_items_actor ON activity_items (actor_id) WHERE actor_id IS NOT NULL`.execute(
    db,
  );
  await sql`
    CREATE TABLE activity_readers (
      user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      announcements_read_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`
    ALTER TABLE users
      ADD COLUMN notifications jsonb NOT NULL DEFAULT '{}',
      ADD COLUMN quiet_hours jsonb,
      ADD COLUMN preview text NOT NULL DEFAULT 'full' CHECK (preview IN ('full', 'name', 'none'))`.execute(
    db,
  );
}
