import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { leaveRoom, clearMemberData } from '../rooms.mutations.ts';

export type LeaveRoomProps = {
  group: Group;
  onClose: () => void;
  /** Called after the user left. */
  onLeft: () => void;
};

/** Asks before leaving a room (GC-26, GC-41). */
export function LeaveRoom({ group, onClose, onLeft }: LeaveRoomProps) {
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
      description={<Trans>You won't get its messages any more. You can join again whenever you like.</Trans>}
      confirmLabel={<Trans>Leave Group</Trans>}
      isDangerous
      isBusy={leave.isPending}
      onCancel={onClose}
      onConfirm={() => leave.mutate()}
    />
  );
}
