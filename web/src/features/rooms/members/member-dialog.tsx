import type { Group } from '@adda/contract/rooms';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../ui/dialog.tsx';
import { displayNameOf, MemberProfile } from './member-profile.tsx';
import { memberProfile } from './members.queries.ts';

/** Props of {@link MemberDialog}. */
export type MemberDialogProps = { username: string; group: Group; account: string; onClose: () => void };

/** Somebody's profile over the room (GC-29, GC-30). */
export function MemberDialog({ username, group, account, onClose }: MemberDialogProps) {
  const { data: profile } = useQuery(memberProfile(username));
  return (
    <Dialog isOpen onClose={onClose} title={displayNameOf(profile, username)}>
      <MemberProfile username={username} group={group} account={account} />
    </Dialog>
  );
}
