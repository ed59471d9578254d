import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { timestamp } from '../kernel/ids.ts';
import { evidence } from './evidence.schemas.ts';
import * as limits from './moderation.limits.ts';

/** Public ids of moderation records: 24 hex digits. */
const hexId = (what: string) => z.string().check(z.regex(/^[0-9a-f]{24}$/, `Invalid ${what} ID`));
export const reportId = hexId('report');
export const sanctionId = hexId('sanction');
export const appealId = hexId('appeal');
export const flagId = hexId('hint');

const trimmed = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));

/** Reason of a sanction, as the sanctioned user reads it. The service decides whether it may be empty. */
export const sanctionReason = trimmed(limits.SANCTION_REASON_MAX);

/** What a report is about, as the reporter chose it. It decides when the report is due (`REPORT_DUE_HOURS`). */
export const reportCategory = z.enum(['threat', 'intimate_image', 'scam', 'other']);

/**
 * Body of a report; the message or post that it is about is optional (SV-47, Q-37). The service judges the length of the
 * reason. `block`: also block the reported user in the same request. `threatened` (MR-05): the reason may be empty, the
 * category is `threat`, the whole private conversation is stored (at most the newest `THREAT_EVIDENCE_MESSAGES`), the
 * reported user is blocked, and the reporter's profile is hidden from strangers for `HIDING_DAYS`.
 */
export const reportInput = z.strictObject({
  reported_username: anyUsername,
  reason: trimmed(limits.REPORT_REASON_MAX),
  message_id: z.optional(z.string().check(z.maxLength(64))),
  media_id: z.optional(z.string().check(z.maxLength(64))),
  group_id: z.optional(z.string().check(z.maxLength(64))),
  block: z.optional(z.boolean()),
  category: z.optional(reportCategory),
  threatened: z.optional(z.boolean()),
});

/** The telephone number of an emergency or crisis service, as dialled in its country. */
const helpNumber = z.object({ name: z.string(), number: z.string() });

/**
 * The numbers of a country (MR-05). `country` is the value of accounts for the countries that accounts have, otherwise the
 * English name; null for the numbers that are given where the country is unknown. `checked_at`: `YYYY-MM-DD`, the day
 * when the numbers were last compared with their sources.
 */
export const helpLines = z.object({
  country: z.nullable(z.string()),
  numbers: z.array(helpNumber),
  checked_at: z.iso.date(),
});

/** Response to a report. `help` and `hidden_until` (until when strangers can't find the reporter) only if threatened. */
export const reportReceipt = z.object({
  message: z.string(),
  report_id: z.string(),
  help: z.optional(helpLines),
  hidden_until: z.optional(timestamp),
});

const reportStatus = z.enum(['open', 'reviewing', 'resolved', 'dismissed']);
/** Subject of a report: a message, a post, or the user only. */
export const reportKind = z.enum(['person', 'message', 'post']);
/** The decision of a report. `suspend` ends at `until`; `ban` has no end. */
const reportAction = z.enum(['none', 'warn', 'delete_content', 'suspend', 'ban']);

const sanctionKind = z.enum(['warning', 'content_removed', 'suspension', 'ban']);

const appealStatus = z.enum(['open', 'upheld', 'reversed']);

/** An appeal against a sanction and its outcome. `answer` is shown to the user. */
const appeal = z.object({
  appeal_id: appealId,
  text: z.string(),
  status: appealStatus,
  created_at: timestamp,
  decided_at: z.nullable(timestamp),
  answer: z.nullable(z.string()),
});

/** A sanction, as the sanctioned user reads it. `until` is null for a permanent one. */
export const ownSanction = z.object({
  sanction_id: sanctionId,
  kind: sanctionKind,
  reason: z.string(),
  created_at: timestamp,
  until: z.nullable(timestamp),
  /** Null while it is in force. */
  ended_at: z.nullable(timestamp),
  end: z.nullable(z.enum(['expired', 'lifted', 'reversed'])),
  appeal: z.nullable(appeal),
});

/** A sanction, as administrators see it. */
const sanction = z.object({
  ...ownSanction.shape,
  issued_by: z.string(),
  ended_by: z.nullable(z.string()),
  report_id: z.nullable(reportId),
});

/** The reported user or the reporter; `username` is the anonymous name where the account was deleted. */
const reportPerson = z.object({
  username: z.string(),
  is_guest: z.boolean(),
  is_suspended: z.boolean(),
  is_deleted: z.boolean(),
});

/** An entry of the queue (SV-48). `reporter` is null where the word list created it. */
export const report = z.object({
  report_id: reportId,
  status: reportStatus,
  kind: reportKind,
  category: reportCategory,
  /** The reporter is threatened: listed before all others (MR-05). */
  is_threatened: z.boolean(),
  reason: z.string(),
  reporter: z.nullable(reportPerson),
  reported: reportPerson,
  message_id: z.nullable(z.string()),
  media_id: z.nullable(z.string()),
  group_id: z.nullable(z.string()),
  created_at: timestamp,
  updated_at: timestamp,
  /** When the next step is due: the first look, then the decision; null after the decision. */
  due_at: z.nullable(timestamp),
  is_overdue: z.boolean(),
  /** The administrator who handles it. */
  assigned_to: z.nullable(z.string()),
  action: z.nullable(reportAction),
  decided_at: z.nullable(timestamp),
  decided_by: z.nullable(z.string()),
  /** Visible to administrators only. */
  note: z.nullable(z.string()),
  /** Why the reporter asked to look at a decided report again; the report is then open once more (MR-06). */
  asked_again: z.nullable(z.object({ text: z.string(), at: timestamp })),
  /** In the queue at most `EVIDENCE_MESSAGES` messages of a threat and the named one; `GET /admin/reports/:report_id` has all. */
  evidence,
});

/** What a reporter learns of the decision; never which sanction was imposed (SV-49, MR-06). */
export const REPORT_OUTCOMES = {
  acted: 'We looked at your report and acted on it. Thank you for telling us.',
  not_acted: 'We looked at your report. This time we took no action. Thank you for telling us.',
} as const;

/** The notification that a reporter gets when an administrator first opens the report (MR-06). */
export const REPORT_LOOKED_AT = 'We are looking at your report now.';

/**
 * A report as its reporter sees it (MR-06). `number` counts the reporter's own reports from 1: short, stable, and it does
 * not reveal the total number of reports. `about` is the name of the reported user, null for a
 * deleted account. `outcome` is null until the decision.
 */
export const ownReport = z.object({
  report_id: reportId,
  number: z.int(),
  about: z.nullable(z.string()),
  state: z.enum(['received', 'looked_at', 'decided']),
  outcome: z.nullable(z.string()),
  created_at: timestamp,
  updated_at: timestamp,
  /** Decided, not asked again before, and no other report about the same user is undecided. */
  can_ask_again: z.boolean(),
});

/** Why a decided report should be looked at again. */
export const askAgainText = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Please write why we should look again.'),
    z.maxLength(limits.ASK_AGAIN_TEXT_MAX, `Use at most ${limits.ASK_AGAIN_TEXT_MAX} characters.`),
  );

/** A report with the context for a decision. */
export const reportDetail = z.object({
  ...report.shape,
  /** Number of other reports about this user, and of their reporters. */
  other_reports: z.int(),
  other_reporters: z.int(),
  /** Number of reports by the reporter, and of those that were dismissed. */
  reporter_reports: z.int(),
  reporter_dismissed: z.int(),
  /** All sanctions of the user, the newest first. */
  sanctions: z.array(sanction),
  /** Open flags that the owner of a banned account is back with this account. */
  flags: z.int(),
  /** Whether the caller may decide it: false for their own report and for a report about them. */
  may_decide: z.boolean(),
});

/**
 * Decides a report, or assigns it to the caller (SV-49). `reason` is sent to the user, `note` is internal; without a
 * reason, the note is sent. `until` ends a suspension; without it the sanction is a ban. `keep_out`: removed files are
 * refused when they are uploaded again.
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

/** An appeal in the queue of administrators. `may_decide` is false for the administrator who made the decision. */
export const appealCase = z.object({
  ...appeal.shape,
  person: reportPerson,
  sanction,
  decided_by: z.nullable(z.string()),
  may_decide: z.boolean(),
});

export const appealDecision = z.strictObject({
  decision: z.enum(['uphold', 'reverse']),
  /** Shown to the user. */
  answer: trimmed(limits.SANCTION_REASON_MAX),
});

/** Proof of a suspended user who can't log in: the password, or the token of the session that ended. */
export const suspendedProof = {
  token: z.optional(z.string().check(z.maxLength(4096))),
  username: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254))),
  password: z.optional(z.string().check(z.maxLength(200))),
};

export const appealText = trimmed(limits.APPEAL_TEXT_MAX);

/** A flag that the owner of a suspended account has another account. */
export const evasionFlag = z.object({
  flag_id: flagId,
  person: reportPerson,
  suspended: reportPerson,
  /** Kinds of the marks that the two accounts share. */
  hints: z.array(z.enum(['device', 'network', 'email', 'payer'])),
  status: z.enum(['open', 'dismissed', 'confirmed']),
  created_at: timestamp,
  decided_by: z.nullable(z.string()),
});

/** A user in the list of the console. */
export const managedPerson = z.object({
  ...reportPerson.shape,
  display_name: z.string(),
  role: z.enum(['user', 'admin']),
  created_at: timestamp,
  last_active: timestamp,
  open_reports: z.int(),
  open_flags: z.int(),
});

/** A user with the context for a decision. */
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
export type ReportCategory = z.output<typeof reportCategory>;
export type ReportReceipt = z.output<typeof reportReceipt>;
export type HelpLines = z.output<typeof helpLines>;
export type OwnReport = z.output<typeof ownReport>;
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
