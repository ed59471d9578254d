/** Rooms: the events of the shell's connection. The screens are loaded by their routes. */
export { followMembership } from './members/follow-membership.ts';
