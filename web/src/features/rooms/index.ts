/**
 * Rooms: one room's data, the rooms in which people talk now, the link to create one, and the events of the shell's connection. The
 * screens are loaded by their routes.
 */
export { CreateLink } from './list/create-link.tsx';
export { livelyRooms, oneRoom } from './rooms.queries.ts';
export { followMembership } from './members/follow-membership.ts';
