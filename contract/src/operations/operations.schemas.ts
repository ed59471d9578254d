import * as z from 'zod/mini';
import { coins } from '../kernel/money.ts';
import { timestamp } from '../kernel/ids.ts';
import { reportCategory } from '../moderation/moderation.schemas.ts';

/** An action of an administrator or moderator. `details` contain no secrets; `hash` links it into the chain. */
export const auditEntry = z.object({
  id: z.int(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  created_at: timestamp,
  hash: z.string(),
});

/** Result of verifying the hash chain. `head` is the hash of the newest entry. */
export const auditCheck = z.object({
  ok: z.boolean(),
  entries: z.int(),
  head: z.nullable(z.string()),
  /** The first entry that does not match, and how. */
  problem: z.nullable(z.string()),
});

/** One day (UTC) of the dashboard; the current day is incomplete. */
export const dashboardDay = z.object({
  /** `YYYY-MM-DD`. */
  day: z.string(),
  new_people: z.int(),
  new_guests: z.int(),
  active_people: z.int(),
  messages: z.int(),
  posts: z.int(),
  reports: z.int(),
  decisions: z.int(),
  /** In coins. */
  coins_bought: coins,
  coins_gifted: coins,
  coins_paid_out: coins,
  /** Number of paid orders, and their sum in US cents. */
  paid_orders: z.int(),
  revenue_cents: z.int(),
});

/** Current state of the server. */
export const dashboardNow = z.object({
  people: z.int(),
  guests: z.int(),
  online: z.int(),
  rooms: z.int(),
  open_reports: z.int(),
  overdue_reports: z.int(),
  /** The same by what the reports are about (MR-05). */
  overdue_by_category: z.record(reportCategory, z.int()),
  open_appeals: z.int(),
  open_flags: z.int(),
  waiting_payouts: z.int(),
  waiting_referrals: z.int(),
  suspended_people: z.int(),
  database_bytes: z.int(),
  waiting_jobs: z.int(),
  failed_jobs: z.int(),
  connections: z.int(),
  memory_bytes: z.int(),
  uptime_seconds: z.int(),
});

export type AuditEntry = z.output<typeof auditEntry>;
export type AuditCheck = z.output<typeof auditCheck>;
export type DashboardDay = z.output<typeof dashboardDay>;
export type DashboardNow = z.output<typeof dashboardNow>;
