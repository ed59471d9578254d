/**
 * Presence: which users are online, over all nodes. Features that open sockets call `arrive` and `leave`; features that
 * show users use the SQL of `isOnline` or subscribe to changes.
 */
export { isOnline } from './presence.repository.ts';
export { createPresence } from './presence.service.ts';
export type { Presence, PresenceChange } from './presence.service.ts';
