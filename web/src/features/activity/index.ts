/** What happened to the user (NT-01 to NT-03): the number at the bell and its updates. The list is loaded lazily. */
export { activityDialog, useActivityDialog } from './activity-dialog-state.ts';
export { activityKey, useUnreadActivity } from './activity.queries.ts';
export { followActivity } from './live-activity.ts';
