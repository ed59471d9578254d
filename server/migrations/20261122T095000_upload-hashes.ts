import { sql, type Kysely } from 'kysely';

/**
 * Blocked files (SV-105), by the SHA-256 of the upload or by the perceptual hash of the image. The version
 * grows with every change of the list, so that a node can cheaply check whether its cached list is current.
 * Files uploaded before this migration have no hashes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE upload_hashes (
      id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
      kind text NOT NULL CHECK (kind IN ('sha256', 'dhash')),
      value text NOT NULL CHECK (value ~ '^[0-9a-f]+$' AND length(value) = CASE kind WHEN 'sha256' THEN 64 ELSE 16 END),
      note text,
      report_id text,
      added_by bigint NOT NULL REFERENCES users (id),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      hits bigint NOT NULL DEFAULT 0,
      CONSTRAINT upload_hashes_once UNIQUE (kind, value)
    )`.execute(db);
  await sql`CREATE INDEX upload_hashes_newest ON upload_hashes (created_at DESC, id DESC)`.execute(db);
  await sql`
    CREATE TABLE upload_hashes_version (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      version bigint NOT NULL
    )`.execute(db);
  await sql`INSERT INTO upload_hashes_version (version) VALUES (1)`.execute(db);
  for (const table of ['images', 'media_files'])
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN sha256 text, ADD COLUMN dhash text`.execute(db);
}
