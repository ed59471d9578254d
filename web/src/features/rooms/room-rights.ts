import { isGuestName } from '@adda/contract/accounts';
import type { Group, GroupMember, RoomAction } from '@adda/contract/rooms';

/** Whether the person may do something in a room; the server works the list out. */
export const may = (group: Group, action: RoomAction): boolean => group.allowed_actions.includes(action);

/** Whether somebody sees 'Manage Group' and 'Manage' (GM-02, GM-03, X-38). */
export const isModerator = (group: Group): boolean =>
  may(group, 'kick') || may(group, 'ban') || may(group, 'grant');

/** Whether there is something to manage about a member: nobody acts on the creator, an admin or themselves. */
export const canManage = (group: Group, member: GroupMember, account: string): boolean =>
  isModerator(group) && !member.is_creator && !member.is_admin && member.username !== account;

/** Whether something can be given to a member: not to oneself and not to guests, who have no wallet (GI-07, GM-05). */
export const mayGift = (group: Group, { username }: GroupMember, account: string): boolean =>
  group.is_member && username !== account && !isGuestName(username);
