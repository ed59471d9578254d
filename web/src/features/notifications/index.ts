/** Operators' notifications and announcements. The banner is loaded lazily; the activity lists both. */
export { notificationTitle } from './notification-labels.ts';
export { followNotifications } from './follow-notifications.ts';
export { announcementsQuery, notificationsQuery } from './notifications.queries.ts';
