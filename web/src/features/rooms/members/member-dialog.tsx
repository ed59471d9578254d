import type { Group } from '@adda/contract/rooms';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../ui/dialog.tsx';
import { displayNameOf, personProfile } from '../../accounts/index.ts';
import { MemberProfile } from './member-profile.tsx';

export type MemberDialogProps = { username: string; group: Group; account: string; onClose: () => void };

/** A user's profile in a dialog over the room (GC-29, GC-30). */
export function MemberDialog({ username, group, account, onClose }: MemberDialogProps) {
  const { data: profile } = useQuery(personProfile(username));
  return (
    <Dialog isOpen onClose={onClose} title={displayNameOf(profile, username)}>
      <MemberProfile username={username} group={group} account={account} />
    </Dialog>
  );
}
