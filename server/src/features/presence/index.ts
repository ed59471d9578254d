/**
 * Who is online: live sockets of all nodes. Whoever opens sockets reports them with `arrive` and `leave`; whoever
 * shows people asks with the SQL of `isOnline` or listens to changes.
 */
export { isOnline } from './presence.repository.ts';
export { createPresence } from './presence.service.ts';
export type { Presence, PresenceChange } from './presence.service.ts';
