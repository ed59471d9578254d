import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { defineRoutes } from '../kernel/route.ts';
import { REPORT_REASON_MAX } from './moderation.limits.ts';

/** Body of a report; what it is about may be named (SV-47, Q-37). The length of the reason is judged by the service. */
export const reportInput = z.strictObject({
  reported_username: anyUsername,
  reason: z
    .string()
    .check(z.trim(), z.maxLength(REPORT_REASON_MAX, `Use at most ${REPORT_REASON_MAX} characters.`)),
  message_id: z.optional(z.string().check(z.maxLength(64))),
  media_id: z.optional(z.string().check(z.maxLength(64))),
  group_id: z.optional(z.string().check(z.maxLength(64))),
});

export const moderationRoutes = defineRoutes({
  'POST /users/report': {
    summary: 'Report somebody; the last messages are kept as evidence (SV-47, RP-07).',
    access: 'session',
    rate: 'report',
    body: reportInput,
    output: z.object({ message: z.string(), report_id: z.string() }),
    errors: ['cannot_report_self', 'report_reason_missing', 'report_reason_too_short', 'user_not_found'],
  },
});

export type ReportInput = z.output<typeof reportInput>;
