import { sql, type Kysely } from 'kysely';

/** Re-encoded images, which the media store keeps under their id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE images (
      id text PRIMARY KEY,
      owner_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      width integer NOT NULL CHECK (width > 0),
      height integer NOT NULL CHECK (height > 0),
      bytes integer NOT NULL CHECK (bytes > 0),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      used_at timestamptz(3)
    )`.execute(db);
  await sql`CREATE INDEX images_unused ON images (created_at) WHERE used_at IS NULL`.execute(db);
  await sql`CREATE INDEX images_owner ON images (owner_id)`.execute(db);
}
