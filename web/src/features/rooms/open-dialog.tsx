import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { ReportDialog } from '../moderation/index.ts';
import { ManageGroupDialog } from './members/manage-group-dialog.tsx';
import { SenderMenu } from './members/member-menu.tsx';
import { TransferDialog } from './members/transfer-dialog.tsx';
import type { OpenDialogProps } from './room-dialogs.tsx';
import type { Group } from '@adda/contract/rooms';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../ui/dialog.tsx';
import { displayNameOf, personProfile } from '../accounts/index.ts';
import { MemberProfile } from './members/member-profile.tsx';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { toast } from '../../ui/toast-store.ts';
import { problemText } from './members/manage-actions.ts';
import { deleteRoom, leaveRoom, clearMemberData } from './rooms.mutations.ts';
import { muteRoom } from './rooms.queries.ts';
import { deleteAllNow, muteDialog } from '../messages/index.ts';
import { roomConversation } from './messages/room-conversation.ts';

type DeleteAllProps = { groupId: string; isOpen: boolean; onClose: () => void };

/** Asks for confirmation before all messages of a room are deleted (GC-72, GC-74, GC-75). */
export function DeleteAllDialog({ groupId, isOpen, onClose }: DeleteAllProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteAllNow({ client, conversation: roomConversation(groupId) }),
    onSuccess: (isGone) => {
      if (isGone) onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDangerous
      isBusy={isPending}
      title={<Trans>Delete all messages?</Trans>}
      description={
        <Trans>Everything that was said in this group goes, for everybody. This can't be undone.</Trans>
      }
      confirmLabel={<Trans>Delete all messages</Trans>}
      onCancel={onClose}
      onConfirm={() => mutate()}
    />
  );
}

type LeaveRoomProps = {
  group: Group;
  account: string;
  onClose: () => void;
  /** Called after the user left. */
  onLeft: () => void;
};

/** Asks for confirmation before leaving a room (GC-26, GC-41); its creator is told who looks after it then (GR-05). */
function LeaveRoom({ group, account, onClose, onLeft }: LeaveRoomProps) {
  const client = useQueryClient();
  const leave = useMutation({
    ...leaveRoom(group.group_id),
    onSuccess: () => {
      toast.success(t`Left group successfully`);
      clearMemberData(client, group.group_id);
      onLeft();
    },
    onSettled: onClose,
  });
  const { name } = group;
  return (
    <ConfirmDialog
      isOpen
      title={<Trans>Leave {name}?</Trans>}
      description={
        group.creator === account ? (
          <Trans>
            The moderator who has been here longest looks after it then, or else the member who has. If only
            guests are left, the group closes.
          </Trans>
        ) : group.visibility === 'private' ? (
          <Trans>You won't get its messages any more, and you need an invitation to come back.</Trans>
        ) : (
          <Trans>You won't get its messages any more. You can join again whenever you like.</Trans>
        )
      }
      confirmLabel={<Trans>Leave Group</Trans>}
      isDangerous
      isBusy={leave.isPending}
      onCancel={onClose}
      onConfirm={() => leave.mutate()}
    />
  );
}

type DeleteGroupProps = {
  group: Group;
  onClose: () => void;
  /** Called after the room was deleted. */
  onDeleted: () => void;
};

/** Asks for confirmation before a room is deleted (GM-20, GM-24, GM-29). */
function DeleteGroup({ group, onClose, onDeleted }: DeleteGroupProps) {
  const remove = useMutation({
    ...deleteRoom(useQueryClient(), group.group_id),
    onSuccess: () => {
      // The same text that all other members read (GC-40).
      toast.success(t`This group has been deleted.`);
      onDeleted();
    },
  });
  const { name } = group;
  return (
    <ConfirmDialog
      isOpen
      title={<Trans>Delete {name}?</Trans>}
      description={
        <Trans>
          The group closes for everybody in it, and what was said here is gone. This can't be undone.
        </Trans>
      }
      confirmLabel={<Trans>Delete Group</Trans>}
      isDangerous
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      {remove.error && (
        <div className="mt-4">
          <FormErrors message={problemText(remove.error)} />
        </div>
      )}
    </ConfirmDialog>
  );
}

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

const roomLog = lazyComponent(() => import('./log/room-log.tsx'));
const roomSettings = lazyComponent(() => import('./settings/room-settings-dialog.tsx'));
const inviteDialog = lazyComponent(() => import('./invites/invite-dialog.tsx'));
const sendGift = lazyComponent(() => import('./members/send-gift.tsx'));

/** The open dialog of a room. */
export function OpenDialog({ dialog, group, account, onClose, onGone }: OpenDialogProps) {
  const client = useQueryClient();
  const { group_id: groupId } = group;
  switch (dialog.kind) {
    case 'profile':
      return <MemberDialog username={dialog.username} group={group} account={account} onClose={onClose} />;
    case 'report':
      return <ReportDialog {...dialog} groupId={groupId} isOpen onClose={onClose} />;
    case 'manage':
      return <ManageGroupDialog group={group} account={account} target={dialog.target} onClose={onClose} />;
    case 'member_menu':
      return <SenderMenu {...dialog} group={group} onClose={onClose} />;
    case 'gift':
      return (
        <LazyComponent component={sendGift} onFailed={onClose}>
          {({ SendGift }) => (
            <SendGift group={group} account={account} username={dialog.username} onClose={onClose} />
          )}
        </LazyComponent>
      );
    case 'mute':
      return (
        <LazyComponent component={muteDialog} onFailed={onClose}>
          {({ MuteDialog }) => (
            <MuteDialog
              place={{ group_id: groupId }}
              name={group.name}
              onMuted={(mute) => muteRoom(client, groupId, mute)}
              onClose={onClose}
            />
          )}
        </LazyComponent>
      );
    case 'transfer':
      return <TransferDialog group={group} account={account} onClose={onClose} />;
    case 'log':
      return (
        <LazyComponent component={roomLog} onFailed={onClose}>
          {({ RoomLog }) => <RoomLog group={group} onClose={onClose} />}
        </LazyComponent>
      );
    case 'settings':
      return (
        <LazyComponent component={roomSettings} onFailed={onClose}>
          {({ RoomSettingsDialog }) => <RoomSettingsDialog group={group} onClose={onClose} />}
        </LazyComponent>
      );
    case 'invite':
      return (
        <LazyComponent component={inviteDialog} onFailed={onClose}>
          {({ InviteDialog }) => <InviteDialog group={group} account={account} onClose={onClose} />}
        </LazyComponent>
      );
    case 'leave':
      return <LeaveRoom group={group} account={account} onClose={onClose} onLeft={onGone} />;
    case 'delete_group':
      return <DeleteGroup group={group} onClose={onClose} onDeleted={onGone} />;
    case 'delete_all':
      return <DeleteAllDialog groupId={groupId} isOpen onClose={onClose} />;
    default:
      return null;
  }
}
