import {
  EVIDENCE_MESSAGES,
  type Report,
  type ReportPerson,
  REPORT_DUE_HOURS,
  REPORT_FIRST_LOOK_HOURS,
} from '@adda/contract/moderation';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { KeptMessage, KeptPost, KeptProfile } from './evidence.policy.ts';

/** Filter of the report queue. Empty `statuses` matches all. */
export type QueueFilter = {
  readonly statuses: readonly string[];
  readonly kind: string | undefined;
  readonly category: string | undefined;
  readonly reported: string | undefined;
  readonly reporter: string | undefined;
  readonly assignedTo: string | undefined;
  readonly isOverdue: boolean | undefined;
};

/** A report as selected from the database. */
export type ReportRow = Pick<
  Report,
  | 'status'
  | 'kind'
  | 'category'
  | 'is_threatened'
  | 'reason'
  | 'reporter'
  | 'message_id'
  | 'media_id'
  | 'group_id'
  | 'action'
  | 'note'
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
  readonly ask_again_text: string | null;
  readonly asked_again_at: Date | null;
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

/** SQL for the hours until the decision of a category is due; the category is a column or a value. */
export const dueHours = (category: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`CASE ${category} ${sql.join(
    Object.entries(REPORT_DUE_HOURS).map(
      ([name, hours]) => sql`WHEN ${sql.lit(name)} THEN ${sql.lit(hours)}`,
    ),
    sql` `,
  )} END`;

/**
 * SQL for the deadline of the next step: the first look, then the decision. Over a row of `reports` named `report`; null
 * after the decision.
 */
const dueAt = sql`
  CASE WHEN ${isOpen} THEN report.clock_from + interval '1 hour' * CASE WHEN report.first_look_at IS NULL
    THEN least(${sql.lit(REPORT_FIRST_LOOK_HOURS)}, ${dueHours(sql`report.category`)})
    ELSE ${dueHours(sql`report.category`)} END END`;

/** SQL condition over a row of `reports` named `report`: its next step is overdue (SV-48, MR-05). */
export const isOverdue: RawBuilder<boolean> = sql<boolean>`coalesce(${dueAt} < now(), false)`;

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
    filter.category === undefined ? undefined : sql`report.category = ${filter.category}`,
    filter.reported === undefined ? undefined : sql`reported.username = ${filter.reported}`,
    filter.reporter === undefined ? undefined : sql`reporter.username = ${filter.reporter}`,
    filter.assignedTo === undefined ? undefined : sql`assignee.username = ${filter.assignedTo}`,
    filter.isOverdue === undefined ? undefined : sql`${isOverdue} = ${filter.isOverdue}`,
  ].filter((condition) => condition !== undefined);
  return sql`WHERE ${sql.join([sql`true`, ...conditions], sql` AND `)}`;
}

/** SQL for the messages of a report in the queue: of the long evidence of a threat the newest ones and the named one. */
const someEvidence = sql`
  CASE WHEN report.is_threatened THEN (
    SELECT coalesce(jsonb_agg(entry ORDER BY place), '[]')
    FROM jsonb_array_elements(report.evidence) WITH ORDINALITY AS listed (entry, place)
    WHERE place > jsonb_array_length(report.evidence) - ${sql.lit(EVIDENCE_MESSAGES)}
      OR entry ->> 'message_id' = report.message_id
  ) ELSE report.evidence END`;

async function select(
  db: Queryable,
  rest: RawBuilder<unknown>,
  messages: RawBuilder<unknown> = sql`report.evidence`,
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    SELECT report.id, report.status, report.kind, report.category, report.is_threatened, report.reason, report.reporter_id, report.reported_id,
      ${person('reporter')} AS reporter, ${person('reported')} AS reported, report.message_id, report.media_id,
      report.group_id, report.created_at, report.updated_at, ${dueAt} AS due_at, ${isOverdue} AS is_overdue,
      assignee.username AS assigned_to, report.action, report.decided_at, decider.username AS decided_by,
      report.note, report.ask_again_text, report.asked_again_at, ${messages} AS evidence, report.evidence_posts,
      report.evidence_profiles
    ${FROM} ${rest}`.execute(db);
  return rows;
}

/** Returns one page of the queue: undecided threats first, then the oldest (MR-05). */
export function listReports(
  db: Queryable,
  filter: QueueFilter,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<ReportRow[]> {
  return select(
    db,
    sql`${conditionOf(filter)}
      ORDER BY report.is_threatened AND ${isOpen} DESC, report.created_at, report.id LIMIT ${limit} OFFSET ${skip}`,
    someEvidence,
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
