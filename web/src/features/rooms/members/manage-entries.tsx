import { t } from '@lingui/core/macro';
import { displayedName } from '@adda/contract/accounts';
import type { Group } from '@adda/contract/rooms';
import type { QueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import type { MessageAction } from '../../messages/index.ts';
import type { RoomDialogs } from '../room-dialogs.tsx';
import { canManage } from '../room-rights.ts';
import { cachedMember } from './cached-member.ts';

/** Returns 'Manage' for the menu of a message, which opens the menu of its sender (HM-11); nothing for who may not. */
export function manageEntries(
  client: QueryClient,
  { group, account, sender }: { group: Group; account: string; sender: string },
  dialogs: Pick<RoomDialogs, 'openMemberMenu'>,
): MessageAction[] {
  const known = cachedMember(client, group.group_id, sender);
  const member = known ?? { username: sender, is_creator: sender === group.creator, is_admin: false };
  if (!canManage(group, member, account)) return [];
  const name = displayedName(sender);
  return [
    {
      id: 'manage',
      label: t`Manage ${name}`,
      icon: <ShieldCheck className="size-4" />,
      run: (at) => dialogs.openMemberMenu(sender, at),
    },
  ];
}
