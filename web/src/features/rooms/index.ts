/** Rooms: what the main screen's own connection tells of them. The screens are loaded by their routes. */
export { followMembership } from './members/follow-membership.ts';
