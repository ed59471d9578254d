/** Operators' notifications and announcements. The list and the banner are loaded lazily. */
export { notificationTitle } from './notification-labels.ts';
export { followNotifications } from './follow-notifications.ts';
export { noticesDialog, useNoticesDialog } from './notices-dialog.ts';
export { useUnreadNotifications } from './notifications.queries.ts';
