import { sql, type Kysely } from 'kysely';

/**
 * Rooms: a conversation with a public id and a name that is unique regardless of case while the room exists.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE rooms (
      conversation_id bigint PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
      group_id text NOT NULL CONSTRAINT rooms_group_id_key UNIQUE CHECK (group_id ~ '^[0-9a-f]{24}$'),
      name text NOT NULL,
      description text NOT NULL DEFAULT '',
      creator_id bigint NOT NULL REFERENCES users (id),
      member_count integer NOT NULL DEFAULT 0 CHECK (member_count >= 0),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      deleted_at timestamptz(3)
    )`.execute(db);
  await sql`CREATE UNIQUE INDEX rooms_name_key ON rooms (lower(name)) WHERE deleted_at IS NULL`.execute(db);
  await sql`CREATE INDEX rooms_by_members ON rooms (member_count DESC, conversation_id) WHERE deleted_at IS NULL`.execute(
    db,
  );
  await sql`CREATE INDEX rooms_by_age ON rooms (created_at DESC, conversation_id) WHERE deleted_at IS NULL`.execute(
    db,
  );
  await sql`CREATE INDEX rooms_creator ON rooms (creator_id, created_at)`.execute(db);
}
