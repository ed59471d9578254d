import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { deleteNow } from './delete-now.ts';

/** Which message, for whom it goes, and when it is no longer asked about. */
export type DeleteMessageProps = {
  conversation: Conversation;
  account: string;
  message: ChatMessage;
  /** Says for whom it goes. */
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
