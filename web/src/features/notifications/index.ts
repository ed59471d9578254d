/** What the operators tell somebody, and everybody. The list and the banner come lazily. */
export { notificationTitle } from './notification-labels.ts';
export { followNotifications } from './follow-notifications.ts';
export { noticesDialog, useNoticesDialog } from './notices-dialog.ts';
export { useUnreadNotifications } from './notifications.queries.ts';
