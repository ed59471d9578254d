import { sql, type Kysely } from 'kysely';

/**
 * The queue of reports (SV-48, SV-49): the subject, the assigned administrator and the decision. Evidence is
 * copied when the report is made: messages as before, the post and the profile at that time (and once more when
 * the report is updated), and copies of their files, which are kept if the originals are deleted. A file is
 * listed with the report and copied right after; until then `copied_at` is null.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE reports
      ADD COLUMN kind text NOT NULL DEFAULT 'person' CHECK (kind IN ('person', 'message', 'post')),
      ADD COLUMN evidence_posts jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN evidence_profiles jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN assigned_to bigint REFERENCES users (id),
      ADD COLUMN first_look_at timestamptz(3),
      ADD COLUMN action text CHECK (action IN ('none', 'warn', 'delete_content', 'suspend', 'ban')),
      ADD COLUMN note text,
      ADD COLUMN decided_at timestamptz(3),
      ADD COLUMN decided_by bigint REFERENCES users (id)`.execute(db);
  await sql`
    UPDATE reports SET kind = CASE WHEN media_id IS NOT NULL THEN 'post' WHEN message_id IS NOT NULL THEN 'message'
      ELSE 'person' END`.execute(db);
  await sql`
    CREATE UNIQUE INDEX reports_open_raised ON reports (reported_id)
    WHERE reporter_id IS NULL AND status IN ('open', 'reviewing')`.execute(db);
  await sql`CREATE INDEX reports_reported ON reports (reported_id, status)`.execute(db);
  await sql`CREATE INDEX reports_reporter ON reports (reporter_id)`.execute(db);
  await sql`
    CREATE INDEX reports_open_message ON reports (message_id)
    WHERE message_id IS NOT NULL AND status IN ('open', 'reviewing')`.execute(db);
  await sql`
    CREATE TABLE evidence_files (
      file_id text PRIMARY KEY,
      report_id text NOT NULL REFERENCES reports (id),
      source text NOT NULL,
      kind text CHECK (kind IN ('image', 'video')),
      content_type text,
      bytes bigint CHECK (bytes > 0),
      width integer,
      height integer,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      copied_at timestamptz(3),
      CONSTRAINT evidence_files_once UNIQUE (report_id, source),
      CHECK (copied_at IS NULL OR (kind IS NOT NULL AND content_type IS NOT NULL AND bytes IS NOT NULL))
    )`.execute(db);
}
