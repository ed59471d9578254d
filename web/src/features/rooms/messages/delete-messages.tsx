import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { deleteAllMessages, deleteMessage } from './delete-messages.mutations.ts';

/** Which message, and when it is no longer asked about. */
export type DeleteMessageProps = {
  groupId: string;
  message: { readonly _id: string; readonly sequence: number };
  onClose: () => void;
};

/** Asks before a message is deleted for everybody (GC-71, GC-73, GC-75). */
export function DeleteMessageDialog({ groupId, message, onClose }: DeleteMessageProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation(deleteMessage(client, groupId));
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      isBusy={isPending}
      title={<Trans>Delete this message?</Trans>}
      description={<Trans>It goes for everybody in the room. This can't be undone.</Trans>}
      confirmLabel={<Trans>Delete</Trans>}
      onCancel={onClose}
      onConfirm={() => mutate(message, { onSuccess: onClose })}
    />
  );
}

/** Props of {@link DeleteAllDialog}. */
export type DeleteAllProps = { groupId: string; isOpen: boolean; onClose: () => void };

/** Asks before everything that was said in a room is deleted (GC-72, GC-74, GC-75). */
export function DeleteAllDialog({ groupId, isOpen, onClose }: DeleteAllProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation(deleteAllMessages(client));
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDangerous
      isBusy={isPending}
      title={<Trans>Delete all messages?</Trans>}
      description={
        <Trans>Everything that was said in this room goes, for everybody. This can't be undone.</Trans>
      }
      confirmLabel={<Trans>Delete all messages</Trans>}
      onCancel={onClose}
      onConfirm={() => mutate(groupId, { onSuccess: onClose })}
    />
  );
}
