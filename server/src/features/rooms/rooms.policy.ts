import { groupId as groupIdSchema } from '@adda/contract/kernel';
import type { ErrorCode } from '@adda/contract';
import { MEMBERS_PREVIEW, roomAction } from '@adda/contract/rooms';
import type { Permission, RoomAction } from '@adda/contract/rooms';
import { appError } from '../../platform/errors.ts';
import type { Room } from './rooms.types.ts';

/** An error code of the contract, or undefined if the action is allowed. */
type Refusal = ErrorCode | undefined;

/** A user in relation to one room. `isAdmin`: a global administrator; `grants`: permissions granted in this room. */
export type Standing = {
  readonly isMember: boolean;
  /** Whether the room is private (GR-01). */
  readonly isPrivateRoom: boolean;
  readonly isGuest: boolean;
  readonly isCreator: boolean;
  readonly isAdmin: boolean;
  readonly grants: readonly Permission[];
};

const PERMISSIONS: readonly Permission[] = ['can_kick', 'can_ban'];

/**
 * Returns the permissions of a user: creator and global administrators have both without a grant (GM-20, GM-24), a
 * guest has none.
 */
export function permissionsOf(person: Omit<Standing, 'isMember' | 'isPrivateRoom'>): Permission[] {
  if (person.isGuest) return [];
  return PERMISSIONS.filter(
    (permission) => person.isCreator || person.isAdmin || person.grants.includes(permission),
  );
}

/** The permission matrix: one line for each of its rows. */
const RIGHTS: Readonly<Record<RoomAction, (person: Standing) => boolean>> = {
  read: ({ isMember, isAdmin }) => isMember || isAdmin,
  send: ({ isMember }) => isMember,
  leave: ({ isMember }) => isMember,
  delete_own: ({ isMember, isAdmin }) => isMember || isAdmin,
  delete_any: isModerator,
  delete_all: isModerator,
  kick: (person) => permissionsOf(person).includes('can_kick'),
  ban: (person) => permissionsOf(person).includes('can_ban'),
  grant: isOwner,
  delete_group: isOwner,
  send_gift: ({ isMember, isGuest }) => isMember && !isGuest,
  change_settings: (person) => permissionsOf(person).includes('can_ban'),
  transfer: ({ isCreator }) => isCreator,
  time_out: isModerator,
  pin: isModerator,
  read_log: isModerator,
  invite: (person) => isModerator(person) || (person.isMember && !person.isGuest && !person.isPrivateRoom),
};

/** Whether a user is the creator, a global administrator or holds a permission (GR-03). */
function isModerator(person: Standing): boolean {
  return permissionsOf(person).length > 0;
}

function isOwner({ isCreator, isAdmin, isGuest }: Standing): boolean {
  return (isCreator || isAdmin) && !isGuest;
}

const ACTIONS: readonly RoomAction[] = roomAction.options;

/** Returns the actions that a user may take in a room; `refuseTarget` decides on which users. */
export function allowedActions(person: Standing): RoomAction[] {
  return ACTIONS.filter((action) => RIGHTS[action](person));
}

/** The facts about the target of a command. */
export type TargetStatus = Pick<Standing, 'isMember' | 'isGuest' | 'isCreator' | 'isAdmin'> & {
  readonly isSelf: boolean;
  readonly isBanned: boolean;
};

/** Refuses commands on oneself, the creator or a global administrator. */
export function refuseTarget({ isSelf, isCreator, isAdmin }: TargetStatus): Refusal {
  if (isSelf) return 'cannot_act_on_self';
  if (isCreator) return 'cannot_act_on_creator';
  return isAdmin ? 'cannot_act_on_admin' : undefined;
}

/** Allows kicking of members only (SV-29). */
export function refuseKicking(target: TargetStatus): Refusal {
  return refuseTarget(target) ?? (target.isMember ? undefined : 'target_not_a_member');
}

/** Allows banning of members and non-members who are not banned yet (SV-29). */
export function refuseBanning(target: TargetStatus): Refusal {
  return refuseTarget(target) ?? (target.isBanned ? 'already_banned' : undefined);
}

/** Allows granting to members who are not guests (SV-30, SV-31). */
export function refuseGranting(target: TargetStatus): Refusal {
  const refusal = refuseTarget(target);
  if (refusal) return refusal;
  if (target.isGuest) return 'cannot_grant_to_guest';
  return target.isMember ? undefined : 'target_not_a_member';
}

/** Refuses guests. */
export function refuseCreating(person: { isGuest: boolean }): Refusal {
  return person.isGuest ? 'guests_cannot_create_groups' : undefined;
}

/** Allows joining to users who are neither members nor banned, while the room is not full (SV-27, Q-19). */
export function refuseJoining(room: {
  isMember: boolean;
  isBanned: boolean;
  memberCount: number;
  maxMembers: number;
}): Refusal {
  if (room.isMember) return 'already_a_member';
  if (room.isBanned) return 'banned_from_group';
  return room.memberCount >= room.maxMembers ? 'group_full' : undefined;
}

/** Allows leaving to all members (SV-28, GR-05). */
export const refuseLeaving = (person: { isMember: boolean }): Refusal =>
  person.isMember ? undefined : 'leave_not_a_member';

/** Allows handing a room over to other members who are no guests (GR-05). */
export function refuseOwning(target: TargetStatus): Refusal {
  if (target.isSelf) return 'cannot_act_on_self';
  if (!target.isMember) return 'target_not_a_member';
  return target.isGuest ? 'cannot_own_as_guest' : undefined;
}

/** Returns how many entries of a page of members a user may see: non-members see the first page only (SV-35). */
export function visibleMembers(viewer: { seesAll: boolean }, page: { skip: number; limit: number }): number {
  return viewer.seesAll ? page.limit : Math.max(0, Math.min(page.limit, MEMBERS_PREVIEW - page.skip));
}

/** Returns the room after checking the form of its id; throws `invalid_group_id` or `group_not_found`. */
export async function requireRoom(groupId: string, find: () => Promise<Room | undefined>): Promise<Room> {
  if (!groupIdSchema.safeParse(groupId).success) throw appError('invalid_group_id');
  const room = await find();
  if (!room) throw appError('group_not_found', { id: groupId });
  return room;
}
