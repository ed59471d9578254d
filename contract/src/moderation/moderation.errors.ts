import { defineErrors } from '../kernel/errors.ts';
import { APPEAL_TEXT_MIN } from './moderation.limits.ts';

export const moderationErrors = defineErrors({
  cannot_report_self: { status: 400, detail: 'You cannot report yourself' },
  report_reason_missing: { status: 400, detail: 'Please provide a reason for reporting' },
  report_reason_too_short: { status: 400, detail: 'Reason must be at least 10 characters long' },
  report_not_found: { status: 404, detail: 'Report not found' },
  report_not_decided: {
    status: 400,
    detail: 'We are still looking at a report of yours about this person',
  },
  already_asked: { status: 400, detail: 'You have asked us once already to look at this again' },
  report_already_decided: { status: 400, detail: 'This report has been decided already' },
  sanction_reason_missing: { status: 400, detail: 'Please write the reason that the person will read' },
  nothing_to_remove: { status: 400, detail: 'This report names no message or post that is still there' },
  suspension_end_in_past: { status: 400, detail: 'A suspension ends in the future' },
  admin_not_sanctioned: {
    status: 400,
    detail: 'Administrators can’t be sanctioned; take the role away first',
  },
  already_suspended: { status: 400, detail: 'User is suspended already' },
  not_suspended: { status: 400, detail: 'User is not suspended' },
  no_suspension: { status: 404, detail: 'This account is not suspended.' },
  sanction_not_found: { status: 404, detail: 'Decision not found' },
  appeal_text_too_short: {
    status: 400,
    detail: `Please write at least ${APPEAL_TEXT_MIN} characters about why this should be looked at again`,
  },
  appeal_exists: { status: 400, detail: 'You have appealed against this already' },
  appeal_not_found: { status: 404, detail: 'Appeal not found' },
  appeal_already_decided: { status: 400, detail: 'This appeal has been decided already' },
  appeal_needs_other_admin: {
    status: 403,
    detail: 'Somebody else than who made the decision has to look at the appeal',
  },
  flag_not_found: { status: 404, detail: 'Hint not found' },
});
