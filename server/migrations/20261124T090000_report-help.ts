import { sql, type Kysely } from 'kysely';
import { installSqlFunctions } from '../src/platform/database/sql-functions.ts';

// contracts: unused since 0.1: the narrower list of kinds of notifications; the wider list contains every kind that the previous version writes
/**
 * Help for threatened users, and reports as their reporters see them (MR-05, MR-06). `hidings` has a row for each user whose
 * profile was hidden from strangers, until when. The deadlines of a report count from `clock_from`; in rows of the
 * previous version, which does not know the column, it is the default.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE hidings (
      user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      until timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`
    ALTER TABLE reports
      ADD COLUMN category text NOT NULL DEFAULT 'other' CHECK (category IN ('threat', 'intimate_image', 'scam', 'other')),
      ADD COLUMN is_threatened boolean NOT NULL DEFAULT false,
      ADD COLUMN clock_from timestamptz(3) NOT NULL DEFAULT now(),
      ADD COLUMN number integer,
      ADD COLUMN ask_again_text text,
      ADD COLUMN asked_again_at timestamptz(3)`.execute(db);
  await sql`
    UPDATE reports SET clock_from = reports.created_at, number = counted.number
    FROM (
      SELECT id, CASE WHEN reporter_id IS NOT NULL
        THEN row_number() OVER (PARTITION BY reporter_id ORDER BY created_at, id) END AS number
      FROM reports
    ) counted
    WHERE counted.id = reports.id`.execute(db);
  await installSqlFunctions(db, { number_report: '14f756f3a6a23312' });
  await sql`
    CREATE TRIGGER number_report BEFORE INSERT ON reports FOR EACH ROW
    WHEN (NEW.reporter_id IS NOT NULL) EXECUTE FUNCTION number_report()`.execute(db);
  await sql`CREATE INDEX reports_of_reporter ON reports (reporter_id, number DESC)`.execute(db);
  await sql`
    CREATE INDEX reports_threatened ON reports (created_at)
    WHERE is_threatened AND status IN ('open', 'reviewing')`.execute(db);
  await sql`ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check`.execute(db);
  await sql`
    ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
      CHECK (kind IN ('warning', 'content_removed', 'suspension_ended', 'report_looked_at', 'report_decided',
        'appeal_decided', 'export_ready'))`.execute(db);
}
