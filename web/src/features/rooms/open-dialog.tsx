import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { ReportDialog } from '../moderation/index.ts';
import { DeleteGroup } from './members/delete-group.tsx';
import { DeleteAllDialog } from './messages/delete-messages.tsx';
import { LeaveRoom } from './members/leave-room.tsx';
import { ManageGroupDialog } from './members/manage-group-dialog.tsx';
import type { OpenDialogProps } from './room-dialogs.tsx';
import type { Group } from '@adda/contract/rooms';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../ui/dialog.tsx';
import { displayNameOf, personProfile } from '../accounts/index.ts';
import { MemberProfile } from './members/member-profile.tsx';

type MemberDialogProps = { username: string; group: Group; account: string; onClose: () => void };

/** A user's profile in a dialog over the room (GC-29, GC-30). */
function MemberDialog({ username, group, account, onClose }: MemberDialogProps) {
  const { data: profile } = useQuery(personProfile(username));
  return (
    <Dialog isOpen onClose={onClose} title={displayNameOf(profile, username)}>
      <MemberProfile username={username} group={group} account={account} />
    </Dialog>
  );
}

const sendGift = lazyComponent(() => import('./members/send-gift.tsx'));

/** The open dialog of a room. */
export function OpenDialog({ dialog, group, account, onClose, onGone }: OpenDialogProps) {
  const { group_id: groupId } = group;
  switch (dialog.kind) {
    case 'profile':
      return <MemberDialog username={dialog.username} group={group} account={account} onClose={onClose} />;
    case 'report':
      return (
        <ReportDialog
          username={dialog.username}
          messageId={dialog.messageId}
          groupId={groupId}
          isOpen
          onClose={onClose}
        />
      );
    case 'manage':
      return (
        <ManageGroupDialog group={group} account={account} username={dialog.username} onClose={onClose} />
      );
    case 'gift':
      return (
        <LazyComponent component={sendGift} onFailed={onClose}>
          {({ SendGift }) => (
            <SendGift group={group} account={account} username={dialog.username} onClose={onClose} />
          )}
        </LazyComponent>
      );
    case 'leave':
      return <LeaveRoom group={group} onClose={onClose} onLeft={onGone} />;
    case 'delete_group':
      return <DeleteGroup group={group} onClose={onClose} onDeleted={onGone} />;
    case 'delete_all':
      return <DeleteAllDialog groupId={groupId} isOpen onClose={onClose} />;
    default:
      return null;
  }
}
