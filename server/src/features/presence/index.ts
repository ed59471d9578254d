/**
 * Presence: which users are online, over all nodes (ADR 60). Features that open sockets call `arrive` and `leave`; features that
 * show users use the SQL of `isOnline` and `lastActiveOf`, or subscribe to changes.
 */
export { isOnline, lastActiveOf, onlineCount } from './presence.repository.ts';
export { createPresence } from './presence.service.ts';
export type { Presence, PresenceChange } from './presence.service.ts';
