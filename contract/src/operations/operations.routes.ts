import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { pageSize, queryInteger } from '../kernel/paging.ts';
import { defineRoutes } from '../kernel/route.ts';
import * as limits from './operations.limits.ts';
import * as s from './operations.schemas.ts';

export const operationsRoutes = defineRoutes({
  'GET /admin/dashboard': {
    summary: 'Users, messages, reports, money and health: history and current values.',
    access: 'admin',
    rate: 'read',
    query: z.object({
      days: z._default(queryInteger(1, limits.DASHBOARD_DAYS_MAX), limits.DASHBOARD_DAYS),
    }),
    output: z.object({ days: z.array(s.dashboardDay), now: s.dashboardNow }),
    errors: [],
  },
  'GET /admin/audit': {
    summary: 'Actions of administrators and moderators, the newest first (SV-105).',
    access: 'admin',
    rate: 'read',
    query: z.object({
      actor: z.optional(anyUsername),
      action: z.optional(z.string().check(z.trim(), z.maxLength(64))),
      /** For example `user:ann`. */
      target: z.optional(z.string().check(z.trim(), z.maxLength(128))),
      before: z.optional(queryInteger(1, Number.MAX_SAFE_INTEGER)),
      limit: pageSize(limits.AUDIT_PAGE, limits.AUDIT_PAGE_MAX),
    }),
    output: z.object({
      entries: z.array(s.auditEntry),
      /** Pass it as `before` for the next page; null at the end. */
      next_before: z.nullable(z.int()),
      actions: z.array(z.string()),
    }),
    errors: [],
  },
  'POST /admin/audit/check': {
    summary: 'Verify the hash chain of the audit log, as `npm run admin -- audit check` does.',
    access: 'admin',
    rate: 'write',
    output: s.auditCheck,
    errors: [],
  },
});
