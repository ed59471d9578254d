import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { catchUpSoon, showDeletionProblem } from '../../messages/index.ts';
import { roomConversation } from './room-conversation.ts';

export type DeleteAllProps = { groupId: string; isOpen: boolean; onClose: () => void };

/** Asks before all messages of a room are deleted (GC-72, GC-74, GC-75). */
export function DeleteAllDialog({ groupId, isOpen, onClose }: DeleteAllProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api('POST /groupchat/delete_messages', { body: { group_id: groupId }, landing: '/error' }),
    onSuccess: () => {
      // The server decides up to which sequence.
      catchUpSoon(client, roomConversation(groupId));
      toast.success(t`All messages deleted successfully`);
      onClose();
    },
    onError: showDeletionProblem,
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
