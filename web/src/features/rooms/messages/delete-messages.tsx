import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { deleteAllNow } from '../../messages/index.ts';
import { roomConversation } from './room-conversation.ts';

export type DeleteAllProps = { groupId: string; isOpen: boolean; onClose: () => void };

/** Asks before all messages of a room are deleted (GC-72, GC-74, GC-75). */
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
