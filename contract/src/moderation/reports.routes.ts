import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { page, pageSize } from '../kernel/paging.ts';
import { defineRoutes, fileInRanges } from '../kernel/route.ts';
import { REPORTS_PAGE, REPORTS_PAGE_MAX } from './moderation.limits.ts';
import * as s from './moderation.schemas.ts';

const message = z.object({ message: z.string() });
const paging = { page, page_size: pageSize(REPORTS_PAGE, REPORTS_PAGE_MAX) };
const byReport = z.object({ report_id: s.reportId });

/** Routes for reporting, the queue of reports, and taking content down. */
export const reportsRoutes = defineRoutes({
  'POST /users/report': {
    summary: 'Report a user; messages, posts and profile are stored as evidence (SV-47, RP-07).',
    access: 'session',
    rate: 'report',
    body: s.reportInput,
    output: s.reportReceipt,
    errors: ['cannot_report_self', 'report_reason_missing', 'report_reason_too_short', 'user_not_found'],
  },
  'GET /users/me/reports': {
    summary: 'The reports that the caller made, and how they stand, newest first (MR-06).',
    access: 'session',
    rate: 'read',
    query: z.object({ cursor: z.optional(z.string().check(z.maxLength(16))) }),
    invalid: 'invalid_parameters',
    output: z.object({ reports: z.array(s.ownReport), next_cursor: z.nullable(z.string()) }),
    errors: ['invalid_parameters'],
  },
  'POST /users/me/reports/:report_id/ask-again': {
    summary: 'Ask once to look at a decided report again; it is then open again (MR-06).',
    access: 'session',
    rate: 'report',
    params: byReport,
    body: z.strictObject({ text: s.askAgainText }),
    output: message,
    errors: ['report_not_found', 'already_asked', 'report_not_decided'],
  },
  'GET /help-lines': {
    summary: 'Telephone numbers for people who are threatened, by country (MR-05).',
    access: 'public',
    rate: 'read',
    output: z.object({ countries: z.array(s.helpLines) }),
    errors: [],
  },
  'GET /admin/reports': {
    summary:
      'The queue of reports with their evidence: undecided threats first, then the oldest (SV-48, MR-05).',
    access: 'admin',
    rate: 'read',
    query: z.object({
      /** Comma-separated list of statuses. */
      status: z.optional(
        z
          .string()
          .check(z.regex(/^(open|reviewing|resolved|dismissed)(,(open|reviewing|resolved|dismissed))*$/)),
      ),
      kind: z.optional(s.reportKind),
      category: z.optional(s.reportCategory),
      reported: z.optional(anyUsername),
      reporter: z.optional(anyUsername),
      assigned_to: z.optional(anyUsername),
      overdue: z.optional(z.enum(['true', 'false'])),
      ...paging,
    }),
    output: z.object({ reports: z.array(s.report), total_count: z.int() }),
    errors: [],
  },
  'GET /admin/reports/:report_id': {
    summary: 'One report with the context for a decision; reading it is recorded in the audit log (SV-48).',
    access: 'admin',
    rate: 'read',
    params: byReport,
    output: z.object({ report: s.reportDetail }),
    errors: ['report_not_found'],
  },
  'PATCH /admin/reports/:report_id': {
    summary: 'Assign a report to the caller, or decide it; each change is recorded in the audit log (SV-49).',
    access: 'admin',
    rate: 'write',
    params: byReport,
    body: s.reportDecision,
    output: message,
    errors: [
      'report_not_found',
      'report_already_decided',
      'sanction_reason_missing',
      'suspension_end_in_past',
      'nothing_to_remove',
      'admin_not_sanctioned',
      'already_suspended',
      'user_not_found',
    ],
  },
  'GET /media/evidence/:file_id': {
    summary:
      'A file that is stored with a report, by a link that was signed for the calling administrator (R-15).',
    access: 'signed',
    rate: 'file',
    params: z.object({ file_id: z.string().check(z.maxLength(64)) }),
    query: z.object({
      for: z.string().check(z.maxLength(64)),
      expires: z.string().check(z.maxLength(16)),
      signature: z.string().check(z.maxLength(64)),
    }),
    output: fileInRanges,
    errors: ['link_expired', 'image_not_found'],
  },
  'DELETE /admin/media/:media_id': {
    summary:
      'Take a post down; its sender receives the reason, and the file is refused when it is uploaded again (SV-51).',
    access: 'admin',
    rate: 'write',
    params: z.object({ media_id: z.string().check(z.maxLength(64)) }),
    body: z.strictObject({ reason: s.sanctionReason, keep_out: z._default(z.boolean(), true) }),
    output: message,
    errors: ['media_not_found', 'invalid_media_id', 'sanction_reason_missing'],
  },
});
