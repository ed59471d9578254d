import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { timestamp } from '../kernel/ids.ts';
import { evidence } from './evidence.schemas.ts';
import * as limits from './moderation.limits.ts';

/** Public ids of what moderation keeps: 24 hex digits. */
const hexId = (what: string) => z.string().check(z.regex(/^[0-9a-f]{24}$/, `Invalid ${what} ID`));
export const reportId = hexId('report');
export const sanctionId = hexId('sanction');
export const appealId = hexId('appeal');
export const flagId = hexId('hint');

const trimmed = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, `Use at most ${most} characters.`));
/** Why, as the person reads it. Whether it may be empty is judged by the service. */
export const sanctionReason = trimmed(limits.SANCTION_REASON_MAX);

/**
 * Body of a report; what it is about may be named (SV-47, Q-37). The length of the reason is judged by the service.
 * `block`: block the person as well, in the same step.
 */
export const reportInput = z.strictObject({
  reported_username: anyUsername,
  reason: trimmed(limits.REPORT_REASON_MAX),
  message_id: z.optional(z.string().check(z.maxLength(64))),
  media_id: z.optional(z.string().check(z.maxLength(64))),
  group_id: z.optional(z.string().check(z.maxLength(64))),
  block: z.optional(z.boolean()),
});

export const reportStatus = z.enum(['open', 'reviewing', 'resolved', 'dismissed']);
/** What a report names: a message, a post, or the person alone. */
export const reportKind = z.enum(['person', 'message', 'post']);
/** What was decided. `suspend` ends at `until`; `ban` has no end. */
export const reportAction = z.enum(['none', 'warn', 'delete_content', 'suspend', 'ban']);

export const sanctionKind = z.enum(['warning', 'content_removed', 'suspension', 'ban']);

export const appealStatus = z.enum(['open', 'upheld', 'reversed']);

/** What somebody said against a sanction and what came of it. `answer` is for the person. */
export const appeal = z.object({
  appeal_id: appealId,
  text: z.string(),
  status: appealStatus,
  created_at: timestamp,
  decided_at: z.nullable(timestamp),
  answer: z.nullable(z.string()),
});

/** A decision against somebody, as that person reads it. `until` is null for one without an end. */
export const ownSanction = z.object({
  sanction_id: sanctionId,
  kind: sanctionKind,
  reason: z.string(),
  created_at: timestamp,
  until: z.nullable(timestamp),
  /** Null while it stands. */
  ended_at: z.nullable(timestamp),
  end: z.nullable(z.enum(['expired', 'lifted', 'reversed'])),
  appeal: z.nullable(appeal),
});

/** The same for administrators. */
export const sanction = z.object({
  ...ownSanction.shape,
  issued_by: z.string(),
  ended_by: z.nullable(z.string()),
  report_id: z.nullable(reportId),
});

/** Somebody whom a report is about, or who made it; `username` is that of a deleted account where it is one. */
export const reportPerson = z.object({
  username: z.string(),
  is_guest: z.boolean(),
  is_suspended: z.boolean(),
  is_deleted: z.boolean(),
});

/** A line of the queue (SV-48). `reporter` is null where the word list raised it. */
export const report = z.object({
  report_id: reportId,
  status: reportStatus,
  kind: reportKind,
  reason: z.string(),
  reporter: z.nullable(reportPerson),
  reported: reportPerson,
  message_id: z.nullable(z.string()),
  media_id: z.nullable(z.string()),
  group_id: z.nullable(z.string()),
  created_at: timestamp,
  updated_at: timestamp,
  /** When the next step is due: the first look, then the decision; null once it is decided. */
  due_at: z.nullable(timestamp),
  is_overdue: z.boolean(),
  /** Who looks at it. */
  assigned_to: z.nullable(z.string()),
  action: z.nullable(reportAction),
  decided_at: z.nullable(timestamp),
  decided_by: z.nullable(z.string()),
  /** For administrators alone. */
  note: z.nullable(z.string()),
  evidence,
});

/** A report with what helps to decide it. */
export const reportDetail = z.object({
  ...report.shape,
  /** How many other reports there are about this person, and by how many people. */
  other_reports: z.int(),
  other_reporters: z.int(),
  /** How many reports the reporter has made, and how many of them were dismissed. */
  reporter_reports: z.int(),
  reporter_dismissed: z.int(),
  /** Everything that was decided against the person, the newest first. */
  sanctions: z.array(sanction),
  /** Open hints that somebody banned is back with this account. */
  flags: z.int(),
  /** Whether the caller may decide it: not where they made it or it is about them. */
  may_decide: z.boolean(),
});

/**
 * Decides a report, or says that one looks at it (SV-49). `reason` is sent to the person, `note` stays here; where no
 * reason is given the note is sent. `until` ends a suspension; one without is a ban. `keep_out`: what is removed is
 * refused when it is uploaded again.
 */
export const reportDecision = z
  .strictObject({
    status: reportStatus,
    action: z._default(reportAction, 'none'),
    note: z.optional(trimmed(limits.REPORT_NOTE_MAX)),
    reason: z.optional(sanctionReason),
    until: z.optional(z.nullable(timestamp)),
    keep_out: z._default(z.boolean(), true),
  })
  .check(
    z.refine(({ status, action }) => status === 'resolved' || action === 'none', {
      path: ['action'],
      error: 'Only a resolved report has an action.',
    }),
    z.refine(({ action, until }) => action === 'suspend' || !until, {
      path: ['until'],
      error: 'Only a suspension has an end.',
    }),
  );

/** An appeal in the queue of administrators. `may_decide` is false for who made the decision. */
export const appealCase = z.object({
  ...appeal.shape,
  person: reportPerson,
  sanction,
  decided_by: z.nullable(z.string()),
  may_decide: z.boolean(),
});

export const appealDecision = z.strictObject({
  decision: z.enum(['uphold', 'reverse']),
  /** For the person. */
  answer: trimmed(limits.SANCTION_REASON_MAX),
});

/** Who writes against a suspension without being let in: by password, or with the token of the session that ended. */
export const suspendedProof = {
  token: z.optional(z.string().check(z.maxLength(4096))),
  username: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254))),
  password: z.optional(z.string().check(z.maxLength(200))),
};

export const appealText = trimmed(limits.APPEAL_TEXT_MAX);

/** A hint that somebody whose account is suspended has another one. */
export const evasionFlag = z.object({
  flag_id: flagId,
  person: reportPerson,
  suspended: reportPerson,
  /** What the two accounts share. */
  hints: z.array(z.enum(['device', 'network', 'email', 'payer'])),
  status: z.enum(['open', 'dismissed', 'confirmed']),
  created_at: timestamp,
  decided_by: z.nullable(z.string()),
});

/** Somebody in the list of people of the console. */
export const managedPerson = z.object({
  ...reportPerson.shape,
  display_name: z.string(),
  role: z.enum(['user', 'admin']),
  created_at: timestamp,
  last_active: timestamp,
  open_reports: z.int(),
  open_flags: z.int(),
});

/** One of them with everything that helps to decide. */
export const managedPersonDetail = z.object({
  ...managedPerson.shape,
  email: z.nullable(z.string()),
  email_verified: z.boolean(),
  country: z.string(),
  age: z.nullable(z.int()),
  sessions: z.int(),
  reports_about: z.int(),
  reports_by: z.int(),
  sanctions: z.array(sanction),
  flags: z.array(evasionFlag),
});

export type ReportInput = z.output<typeof reportInput>;
export type ReportStatus = z.output<typeof reportStatus>;
export type ReportAction = z.output<typeof reportAction>;
export type ReportDecision = z.output<typeof reportDecision>;
export type Report = z.output<typeof report>;
export type ReportDetail = z.output<typeof reportDetail>;
export type ReportPerson = z.output<typeof reportPerson>;
export type SanctionKind = z.output<typeof sanctionKind>;
export type Sanction = z.output<typeof sanction>;
export type OwnSanction = z.output<typeof ownSanction>;
export type Appeal = z.output<typeof appeal>;
export type AppealCase = z.output<typeof appealCase>;
export type AppealDecision = z.output<typeof appealDecision>;
export type EvasionFlag = z.output<typeof evasionFlag>;
export type ManagedPerson = z.output<typeof managedPerson>;
export type ManagedPersonDetail = z.output<typeof managedPersonDetail>;
