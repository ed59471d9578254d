import {
  type Report,
  type ReportPerson,
  REPORT_DECISION_HOURS,
  REPORT_FIRST_LOOK_HOURS,
} from '@adda/contract/moderation';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { KeptMessage, KeptPost, KeptProfile } from './evidence.policy.ts';

/** Filter of the report queue. Empty `statuses` matches all. */
export type QueueFilter = {
  readonly statuses: readonly string[];
  readonly kind: string | undefined;
  readonly reported: string | undefined;
  readonly reporter: string | undefined;
  readonly assignedTo: string | undefined;
  readonly isOverdue: boolean | undefined;
};

/** A report as selected from the database. */
export type ReportRow = Pick<
  Report,
  'status' | 'kind' | 'reason' | 'reporter' | 'message_id' | 'media_id' | 'group_id' | 'action' | 'note'
> & {
  readonly id: string;
  readonly reporter_id: number | null;
  readonly reported_id: number;
  readonly reported: ReportPerson;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly due_at: Date | null;
  readonly is_overdue: boolean;
  readonly assigned_to: string | null;
  readonly decided_at: Date | null;
  readonly decided_by: string | null;
  readonly evidence: readonly KeptMessage[];
  readonly evidence_posts: readonly KeptPost[];
  readonly evidence_profiles: readonly KeptProfile[];
};

/** Background information about reporter and reported user. */
export type ReportContext = {
  readonly other_reports: number;
  readonly other_reporters: number;
  readonly reporter_reports: number;
  readonly reporter_dismissed: number;
  readonly flags: number;
};

const isOpen = sql`report.status IN ('open', 'reviewing')`;

/** SQL for the deadline of the next step: the first look, then the decision. */
const dueAt = sql`
  CASE WHEN ${isOpen} THEN report.created_at + CASE WHEN report.first_look_at IS NULL
    THEN ${sql.lit(REPORT_FIRST_LOOK_HOURS)} * interval '1 hour'
    ELSE ${sql.lit(REPORT_DECISION_HOURS)} * interval '1 hour' END END`;

const isOverdue = sql`coalesce(${dueAt} < now(), false)`;

const person = (alias: 'reporter' | 'reported') => sql`
  CASE WHEN ${sql.ref(alias)}.id IS NOT NULL THEN jsonb_build_object('username', ${sql.ref(alias)}.username,
    'is_guest', ${sql.ref(alias)}.is_guest, 'is_suspended', ${sql.ref(alias)}.suspended_at IS NOT NULL,
    'is_deleted', ${sql.ref(alias)}.deleted_at IS NOT NULL) END`;

const FROM = sql`
  FROM reports report
  JOIN users reported ON reported.id = report.reported_id
  LEFT JOIN users reporter ON reporter.id = report.reporter_id
  LEFT JOIN users assignee ON assignee.id = report.assigned_to
  LEFT JOIN users decider ON decider.id = report.decided_by`;

function conditionOf(filter: QueueFilter): RawBuilder<unknown> {
  const conditions = [
    filter.statuses.length > 0 ? sql`report.status = ANY (${filter.statuses}::text[])` : undefined,
    filter.kind === undefined ? undefined : sql`report.kind = ${filter.kind}`,
    filter.reported === undefined ? undefined : sql`reported.username = ${filter.reported}`,
    filter.reporter === undefined ? undefined : sql`reporter.username = ${filter.reporter}`,
    filter.assignedTo === undefined ? undefined : sql`assignee.username = ${filter.assignedTo}`,
    filter.isOverdue === undefined ? undefined : sql`${isOverdue} = ${filter.isOverdue}`,
  ].filter((condition) => condition !== undefined);
  return sql`WHERE ${sql.join([sql`true`, ...conditions], sql` AND `)}`;
}

async function select(db: Queryable, rest: RawBuilder<unknown>): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    SELECT report.id, report.status, report.kind, report.reason, report.reporter_id, report.reported_id,
      ${person('reporter')} AS reporter, ${person('reported')} AS reported, report.message_id, report.media_id,
      report.group_id, report.created_at, report.updated_at, ${dueAt} AS due_at, ${isOverdue} AS is_overdue,
      assignee.username AS assigned_to, report.action, report.decided_at, decider.username AS decided_by,
      report.note, report.evidence, report.evidence_posts, report.evidence_profiles
    ${FROM} ${rest}`.execute(db);
  return rows;
}

/** Returns one page of the queue, oldest first. */
export function listReports(
  db: Queryable,
  filter: QueueFilter,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<ReportRow[]> {
  return select(
    db,
    sql`${conditionOf(filter)} ORDER BY report.created_at, report.id LIMIT ${limit} OFFSET ${skip}`,
  );
}

/** Counts the reports that match a filter. */
export async function countReports(db: Queryable, filter: QueueFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total ${FROM} ${conditionOf(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns a report; undefined for an unknown id. */
export async function findReport(db: Queryable, id: string): Promise<ReportRow | undefined> {
  const [row] = await select(db, sql`WHERE report.id = ${id}`);
  return row;
}

/** Returns background information about reporter and reported user. */
export async function readContext(
  db: Queryable,
  { id, reported_id: reportedId, reporter_id: reporterId }: ReportRow,
): Promise<ReportContext> {
  const { rows } = await sql<ReportContext>`
    SELECT about.other_reports, about.other_reporters, made.reporter_reports, made.reporter_dismissed,
      (SELECT count(*) FROM evasion_flags WHERE user_id = ${reportedId} AND status = 'open') AS flags
    FROM (
      SELECT count(*) AS other_reports, count(DISTINCT reporter_id) AS other_reporters FROM reports
      WHERE reported_id = ${reportedId} AND id <> ${id}
    ) about, (
      SELECT count(*) AS reporter_reports, count(*) FILTER (WHERE status = 'dismissed') AS reporter_dismissed
      FROM reports WHERE reporter_id = ${reporterId}::bigint
    ) made`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('SELECT answered no row');
  return row;
}
