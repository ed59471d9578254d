import type { ErrorCode } from '@adda/contract';
import { MESSAGE_MAX_LENGTH } from '@adda/contract/messages';
import { MEMBERS_PREVIEW } from '@adda/contract/rooms';
import type { Permission } from '@adda/contract/rooms';

/** A refusal of the contract, or nothing when it is allowed. */
type Refusal = ErrorCode | undefined;

/** What a member may do to others: the creator holds everything without a grant (GM-20). */
export function permissionsOf(person: { isCreator: boolean }): Permission[] {
  return person.isCreator ? ['can_kick', 'can_ban'] : [];
}

/** Guests may not open rooms. */
export function refuseCreating(person: { isGuest: boolean }): Refusal {
  return person.isGuest ? 'guests_cannot_create_groups' : undefined;
}

/** Anybody may join who is not in the room yet, while there is a place (SV-27, Q-19). */
export function refuseJoining(room: { isMember: boolean; memberCount: number; maxMembers: number }): Refusal {
  if (room.isMember) return 'already_a_member';
  return room.memberCount >= room.maxMembers ? 'group_full' : undefined;
}

/** Every member but the creator may leave (X-38, SV-28). */
export function refuseLeaving(person: { isMember: boolean; isCreator: boolean }): Refusal {
  if (person.isCreator) return 'creator_cannot_leave';
  return person.isMember ? undefined : 'leave_not_a_member';
}

/** What may be said: something, and not too much of it (GC-56, Q-31). */
export function refuseContent(content: string): Refusal {
  if (content.trim() === '') return 'message_empty';
  return content.length > MESSAGE_MAX_LENGTH ? 'message_too_long' : undefined;
}

/** How much of a list of members somebody gets: people outside see its beginning only (SV-35). */
export function visibleMembers(viewer: { seesAll: boolean }, page: { skip: number; limit: number }): number {
  return viewer.seesAll ? page.limit : Math.max(0, Math.min(page.limit, MEMBERS_PREVIEW - page.skip));
}
