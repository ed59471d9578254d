/** Profiles: live updates for the shell; screens are loaded lazily. */
export { applyCreatorEvent, catchUpWithCreators } from './live/profile-events.ts';
