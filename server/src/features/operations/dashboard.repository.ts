import type { DashboardNow } from '@adda/contract/operations';
import { REPORT_DUE_HOURS } from '@adda/contract/moderation';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { isReportOverdue } from '../moderation/index.ts';
import { onlineCount } from '../presence/index.ts';

/** Figures that are slow to count in large communities. */
export type Size = Pick<DashboardNow, 'people' | 'guests' | 'rooms' | 'database_bytes'>;

/** Pending work, and the number of users online. */
export type CurrentFigures = Pick<
  DashboardNow,
  | 'online'
  | 'open_reports'
  | 'overdue_reports'
  | 'overdue_by_category'
  | 'open_appeals'
  | 'open_flags'
  | 'waiting_payouts'
  | 'waiting_referrals'
  | 'suspended_people'
>;

/** Job counts of the queue. */
export type JobCounts = Pick<DashboardNow, 'waiting_jobs' | 'failed_jobs'>;

/** SQL for the number of overdue reports of each category, as an object. */
const overdueByCategory = sql`jsonb_build_object(${sql.join(
  Object.keys(REPORT_DUE_HOURS).flatMap((category) => [
    sql.lit(category),
    sql`count(*) FILTER (WHERE report.category = ${sql.lit(category)} AND ${isReportOverdue})`,
  ]),
)})`;

/** Counts accounts, guests and rooms, and returns the database size in bytes. */
export async function readSize(db: Queryable): Promise<Size> {
  const { rows } = await sql<Size>`
    SELECT people.people, people.guests,
      (SELECT count(*) FROM rooms WHERE deleted_at IS NULL) AS rooms,
      pg_database_size(current_database()) AS database_bytes
    FROM (
      SELECT count(*) FILTER (WHERE NOT is_guest) AS people, count(*) FILTER (WHERE is_guest) AS guests
      FROM users WHERE deleted_at IS NULL
    ) people`.execute(db);
  return rows[0] ?? { people: 0, guests: 0, rooms: 0, database_bytes: 0 };
}

/** Counts pending work. A report is overdue by the same rule as in the report queue (SV-48). */
export async function readCurrentFigures(db: Queryable): Promise<CurrentFigures> {
  const { rows } = await sql<CurrentFigures>`
    SELECT waiting.open_reports, waiting.overdue_reports, waiting.overdue_by_category,
      ${onlineCount} AS online,
      (SELECT count(*) FROM appeals WHERE status = 'open') AS open_appeals,
      (SELECT count(*) FROM evasion_flags WHERE status = 'open') AS open_flags,
      (SELECT count(*) FROM payouts WHERE status IN ('pending', 'approved')) AS waiting_payouts,
      (SELECT count(*) FROM referral_reviews WHERE status = 'waiting') AS waiting_referrals,
      (SELECT count(*) FROM sanctions WHERE kind IN ('suspension', 'ban') AND ended_at IS NULL) AS suspended_people
    FROM (
      SELECT count(*) AS open_reports, count(*) FILTER (WHERE ${isReportOverdue}) AS overdue_reports,
        ${overdueByCategory} AS overdue_by_category
      FROM reports report WHERE report.status IN ('open', 'reviewing')
    ) waiting`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The query of the current figures returned no row.');
  return row;
}

/** Counts jobs that are due, and jobs of the last day that exhausted their retries. */
export async function readJobs(db: Queryable): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    SELECT count(*) FILTER (WHERE state < 'active' AND start_after <= now()) AS waiting_jobs,
      count(*) FILTER (WHERE state = 'failed') AS failed_jobs
    FROM pgboss.job WHERE state < 'active' OR state = 'failed'`.execute(db);
  return rows[0] ?? { waiting_jobs: 0, failed_jobs: 0 };
}

/** Number of past days counted on the first run. */
const FIRST_DAYS = 365;

/** One figure of one day (`YYYY-MM-DD`, UTC). */
export type Figure = { readonly day: string; readonly name: string; readonly value: number };

/** Today in UTC, by the clock of the database. */
const TODAY = sql`(now() AT TIME ZONE 'UTC')::date`;

/** SQL for a timestamp column: its UTC day, and a condition that it is not before the first day. */
const dayOf = (time: RawBuilder<unknown>) => sql`(${time} AT TIME ZONE 'UTC')::date`;
const since = (time: RawBuilder<unknown>, first: string) =>
  sql`${time} >= ${first}::date::timestamp AT TIME ZONE 'UTC'`;

/** SQL for figures counted by their own timestamp since a day. Coin amounts are in hundredths. */
function countedSince(first: string, inrPerUsd: number): RawBuilder<unknown> {
  const created = sql`created_at`;
  const transferred = sql`transfer.created_at`;
  return sql`
    SELECT ${dayOf(created)}, CASE WHEN is_guest THEN 'new_guests' ELSE 'new_people' END, count(*)
    FROM users WHERE ${since(created, first)} GROUP BY 1, 2
    UNION ALL
    SELECT ${dayOf(created)}, 'posts', count(*) FROM posts WHERE ${since(created, first)} GROUP BY 1
    UNION ALL
    SELECT ${dayOf(created)}, 'reports', count(*) FROM reports WHERE ${since(created, first)} GROUP BY 1
    UNION ALL
    SELECT ${dayOf(sql`decided_at`)}, 'decisions', count(*) FROM reports
    WHERE ${since(sql`decided_at`, first)} GROUP BY 1
    UNION ALL
    SELECT ${dayOf(sql`paid_at`)}, 'paid_orders', count(*) FROM payment_orders
    WHERE ${since(sql`paid_at`, first)} GROUP BY 1
    UNION ALL
    SELECT ${dayOf(sql`paid_at`)}, 'revenue_cents',
      round(sum(CASE currency WHEN 'INR' THEN amount / ${inrPerUsd}::numeric ELSE amount END))::bigint
    FROM payment_orders WHERE ${since(sql`paid_at`, first)} GROUP BY 1
    UNION ALL
    SELECT ${dayOf(transferred)},
      CASE transfer.kind WHEN 'recharge' THEN 'coins_bought' WHEN 'gift' THEN 'coins_gifted' ELSE 'coins_paid_out' END,
      sum(abs(entry.amount))::bigint
    FROM ledger_transfers transfer JOIN ledger_entries entry ON entry.transfer_id = transfer.id
    WHERE transfer.kind IN ('recharge', 'gift', 'payout_paid') AND ${since(transferred, first)}
      AND entry.user_id IS NOT NULL AND (entry.amount > 0) = (transfer.kind <> 'payout_paid')
    GROUP BY 1, 2`;
}

/** SQL for figures that are snapshots: users active today, and the total number of messages. */
const SNAPSHOT_FIGURES = sql`
  SELECT ${TODAY}, 'active_people', count(*) FROM users
  WHERE last_active_at >= ${TODAY}::timestamp AT TIME ZONE 'UTC' AND deleted_at IS NULL AND suspended_at IS NULL
  UNION ALL
  SELECT ${TODAY}, 'messages_total', coalesce(sum(last_sequence), 0)::bigint FROM conversations`;

/** Returns the first day whose figures may be incomplete: the last counted day, or a year ago. */
export async function firstOpenDay(db: Queryable): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    SELECT coalesce(max(day), ${TODAY} - ${sql.lit(FIRST_DAYS)})::text AS day
    FROM daily_figures WHERE name = 'active_people'`.execute(db);
  return rows[0]?.day ?? '';
}

/** Counts every day from `first` until today; idempotent. */
export async function countDays(tx: Tx, first: string, inrPerUsd: number): Promise<void> {
  await sql`
    INSERT INTO daily_figures (day, name, value)
    SELECT * FROM (${countedSince(first, inrPerUsd)} UNION ALL ${SNAPSHOT_FIGURES}) counted (day, name, value)
    ORDER BY 1, 2
    ON CONFLICT (day, name) DO UPDATE SET value = CASE
      -- Somebody who was here stays counted, also when they are gone before the day ends.
      WHEN excluded.name IN ('active_people', 'messages_total') THEN greatest(daily_figures.value, excluded.value)
      ELSE excluded.value END`.execute(tx);
}

/** Returns the figures of the last `days` days including today, oldest first. Days without figures are omitted. */
export async function listFigures(db: Queryable, days: number): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    SELECT day::text AS day, name, value FROM daily_figures
    WHERE day > ${TODAY} - ${days}::int AND name <> 'messages_total'
    UNION ALL
    SELECT day::text, 'messages', value FROM (
      SELECT day, value - lag(value) OVER (ORDER BY day) AS value FROM daily_figures WHERE name = 'messages_total'
    ) sent WHERE day > ${TODAY} - ${days}::int AND value > 0
    ORDER BY 1, 2`.execute(db);
  return rows;
}

/** Returns the last `days` days including today, oldest first. */
export async function listDays(db: Queryable, days: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT (${TODAY} - ago)::text AS day FROM generate_series(${days}::int - 1, 0, -1) AS past (ago)`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}

type DailyFiguresTable = {
  /** `YYYY-MM-DD`, in UTC. */
  day: string;
  name: string;
  value: number;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    daily_figures: DailyFiguresTable;
  }
}
