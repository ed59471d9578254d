import { defineErrors } from '../kernel/errors.ts';

export const moderationErrors = defineErrors({
  cannot_report_self: { status: 400, detail: 'You cannot report yourself' },
  report_reason_missing: { status: 400, detail: 'Please provide a reason for reporting' },
  report_reason_too_short: { status: 400, detail: 'Reason must be at least 10 characters long' },
});
