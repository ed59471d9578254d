import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { ReportDialog } from '../moderation/index.ts';
import { DeleteGroup } from './members/delete-group.tsx';
import { DeleteAllDialog } from './messages/delete-messages.tsx';
import { LeaveRoom } from './members/leave-room.tsx';
import { ManageGroupDialog } from './members/manage-group-dialog.tsx';
import { MemberDialog } from './members/member-dialog.tsx';
import type { OpenDialogProps } from './room-dialogs.tsx';

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
