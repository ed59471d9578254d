import { sql } from 'kysely';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';

const reports = sectionOf(
  { name: 'reports', about: 'Reports that you made, and how they stand.', start: '' },
  (me, after) => sql`
    SELECT report.id AS cursor, report.id AS report_id, report.kind, person.username AS reported, report.reason,
      report.message_id, report.media_id, report.group_id, report.number, report.category, report.is_threatened,
      report.status, report.created_at, report.ask_again_text, report.asked_again_at
    FROM reports report JOIN users person ON person.id = report.reported_id
    WHERE report.reporter_id = ${me} AND report.id > ${after} ORDER BY report.id LIMIT ${PERSONAL_PAGE}`,
);

const sanctions = sectionOf(
  { name: 'sanctions', about: 'What was decided about you, and why.', start: '' },
  (me, after) => sql`
    SELECT id AS cursor, id AS sanction_id, kind, reason, created_at, until, ended_at, end_kind FROM sanctions
    WHERE user_id = ${me} AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`,
);

const appeals = sectionOf(
  { name: 'appeals', about: 'Your appeals, and what we answered.', start: '' },
  (me, after) => sql`
    SELECT appeal.id AS cursor, appeal.sanction_id, appeal.text, appeal.status, appeal.created_at, appeal.decided_at,
      appeal.answer
    FROM appeals appeal JOIN sanctions sanction ON sanction.id = appeal.sanction_id
    WHERE sanction.user_id = ${me} AND appeal.id > ${after} ORDER BY appeal.id LIMIT ${PERSONAL_PAGE}`,
);

/** Personal data held by moderation. Excludes reports about the user and their evidence (SV-47). */
export const moderationSections: readonly PersonalSection[] = [reports, sanctions, appeals];
