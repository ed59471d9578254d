/** Profiles: what is heard of them; their screens come lazily. */
export { applyCreatorEvent, catchUpWithCreators } from './live/profile-events.ts';
