import { isGuestName } from '@adda/contract/accounts';
import type { Group, GroupMember, RoomAction } from '@adda/contract/rooms';

/** Whether the user may do an action in a room; the server computes the list. */
export const may = (group: Group, action: RoomAction): boolean => group.allowed_actions.includes(action);

/** Whether the user sees 'Manage Group' and 'Manage' (GM-02, GM-03, X-38). */
export const isModerator = (group: Group): boolean =>
  may(group, 'kick') || may(group, 'ban') || may(group, 'grant');

/** Whether the user can manage a member: never the creator, an admin or themselves. */
export const canManage = (
  group: Group,
  member: Pick<GroupMember, 'username' | 'is_creator' | 'is_admin'>,
  account: string,
): boolean => isModerator(group) && !member.is_creator && !member.is_admin && member.username !== account;

/** Whether a member can receive gifts: not the user themselves, and not guests, who have no wallet (GI-07, GM-05). */
export const mayGift = (group: Group, { username }: GroupMember, account: string): boolean =>
  group.is_member && username !== account && !isGuestName(username);
