import { sql, type Kysely } from 'kysely';

/**
 * Files of posts: stored as they were uploaded, then re-encoded by a job (R-16, SV-58). `blur` is the
 * placeholder, a few pixels as a `data:` URL. A file that is not used within a day is removed, like an unused
 * image.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE media_files (
      id text PRIMARY KEY,
      owner_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('image', 'video')),
      state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'ready', 'failed')),
      tries integer NOT NULL DEFAULT 0,
      original_filename text,
      content_type text,
      bytes bigint NOT NULL CHECK (bytes > 0),
      width integer,
      height integer,
      duration_ms integer,
      has_preview boolean NOT NULL DEFAULT false,
      blur text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      used_at timestamptz(3),
      CHECK (state <> 'ready' OR (width > 0 AND height > 0 AND content_type IS NOT NULL))
    )`.execute(db);
  await sql`CREATE INDEX media_files_unused ON media_files (created_at) WHERE used_at IS NULL`.execute(db);
  await sql`CREATE INDEX media_files_owner ON media_files (owner_id)`.execute(db);
}
