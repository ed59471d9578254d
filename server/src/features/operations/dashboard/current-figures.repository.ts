import type { DashboardNow } from '@adda/contract/operations';
import { REPORT_DECISION_HOURS, REPORT_FIRST_LOOK_HOURS } from '@adda/contract/moderation';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';

/** Figures that are slow to count in large communities. */
export type Size = Pick<DashboardNow, 'people' | 'guests' | 'rooms' | 'database_bytes'>;

/** Pending work, and the number of users online. */
export type CurrentFigures = Pick<
  DashboardNow,
  | 'online'
  | 'open_reports'
  | 'overdue_reports'
  | 'open_appeals'
  | 'open_flags'
  | 'waiting_payouts'
  | 'waiting_referrals'
  | 'suspended_people'
>;

/** Job counts of the queue. */
export type JobCounts = Pick<DashboardNow, 'waiting_jobs' | 'failed_jobs'>;

const hoursAgo = (hours: number) => sql`now() - make_interval(hours => ${sql.lit(hours)})`;

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
    SELECT waiting.open_reports, waiting.overdue_reports,
      (SELECT count(DISTINCT user_id) FROM presence WHERE online_until > now()) AS online,
      (SELECT count(*) FROM appeals WHERE status = 'open') AS open_appeals,
      (SELECT count(*) FROM evasion_flags WHERE status = 'open') AS open_flags,
      (SELECT count(*) FROM payouts WHERE status IN ('pending', 'approved')) AS waiting_payouts,
      (SELECT count(*) FROM referral_reviews WHERE status = 'waiting') AS waiting_referrals,
      (SELECT count(*) FROM sanctions WHERE kind IN ('suspension', 'ban') AND ended_at IS NULL) AS suspended_people
    FROM (
      SELECT count(*) AS open_reports, count(*) FILTER (WHERE created_at < CASE WHEN first_look_at IS NULL
        THEN ${hoursAgo(REPORT_FIRST_LOOK_HOURS)} ELSE ${hoursAgo(REPORT_DECISION_HOURS)} END) AS overdue_reports
      FROM reports WHERE status IN ('open', 'reviewing')
    ) waiting`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('Counting answered nothing.');
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
