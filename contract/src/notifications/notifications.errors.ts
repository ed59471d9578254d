import { defineErrors } from '../kernel/errors.ts';

export const notificationsErrors = defineErrors({
  announcement_not_found: { status: 404, detail: 'Announcement not found' },
  announcement_ends_too_early: { status: 400, detail: 'An announcement ends after it begins' },
  announcements_full: { status: 400, detail: 'There are too many announcements; end one first' },
});
