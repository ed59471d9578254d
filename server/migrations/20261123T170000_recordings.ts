import { sql, type Kysely } from 'kysely';

// contracts: unused since 0.1: the narrower list of kinds of evidence; the wider list contains every kind that the previous version writes
/**
 * Voice messages (VM-01, VM-03). `recordings` holds the uploaded sounds as `images` holds pictures; `used_at` is
 * set in the transaction of the message, so that a recording is sent once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE recordings (
      id text PRIMARY KEY,
      owner_id bigint NOT NULL REFERENCES users (id),
      duration_ms integer NOT NULL,
      waveform smallint[] NOT NULL,
      bytes bigint NOT NULL,
      sha256 text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      used_at timestamptz(3)
    )`.execute(db);
  await sql`CREATE INDEX recordings_owner ON recordings (owner_id)`.execute(db);
  await sql`CREATE INDEX recordings_unused ON recordings (created_at) WHERE used_at IS NULL`.execute(db);
  await sql`ALTER TABLE messages ADD COLUMN audio_id text`.execute(db);
  // No stored message has a recording yet, so the index is built from nothing.
  await sql`CREATE INDEX messages_audio ON messages (audio_id) WHERE audio_id IS NOT NULL`.execute(db);
  await sql`ALTER TABLE evidence_files DROP CONSTRAINT evidence_files_kind_check`.execute(db);
  await sql`
    ALTER TABLE evidence_files ADD CONSTRAINT evidence_files_kind_check
      CHECK (kind IN ('image', 'video', 'audio'))`.execute(db);
}
