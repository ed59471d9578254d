/** Rooms: one room's data, and the events of the shell's connection. The screens are loaded by their routes. */
export { oneRoom } from './rooms.queries.ts';
export { followMembership } from './members/follow-membership.ts';
