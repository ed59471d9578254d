import { defineErrors } from '../kernel/errors.ts';

export const notificationsErrors = defineErrors({
  announcement_not_found: { status: 404, detail: 'Announcement not found' },
  announcement_ends_too_early: { status: 400, detail: 'An announcement ends after it begins' },
  announcements_full: { status: 400, detail: 'There are too many announcements; end one first' },
  invalid_unsubscribe_link: {
    status: 400,
    detail: 'This link isn’t complete. Open it from the mail again, or switch mails off in your settings.',
  },
});
