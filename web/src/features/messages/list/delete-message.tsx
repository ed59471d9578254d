import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { deleteNow } from './delete-now.ts';

/** The message to delete, the text that says for whom, and the callback that closes the dialog. */
export type DeleteMessageProps = {
  conversation: Conversation;
  account: string;
  message: ChatMessage;
  /** States for whom the message is deleted. */
  description: ReactNode;
  onClose: () => void;
};

/** Asks before a message is deleted (GC-71, GC-73, GC-75, PC-47). */
export function DeleteMessageDialog(props: DeleteMessageProps) {
  const { conversation, account, message, description, onClose } = props;
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteNow({ client, conversation, account }, message),
    onSuccess: (isGone) => {
      if (isGone) onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      isBusy={isPending}
      title={<Trans>Delete this message?</Trans>}
      description={description}
      confirmLabel={<Trans>Delete</Trans>}
      onCancel={onClose}
      onConfirm={() => mutate()}
    />
  );
}
