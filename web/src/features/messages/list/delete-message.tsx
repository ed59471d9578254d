import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { forgetMessage } from '../history/message-history.ts';
import { sayWhyNotDeleted } from './deletion-problem.ts';

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
    mutationFn: async () => {
      await conversation.deleteMessage(message._id);
      forgetMessage(client, conversation, message, account);
    },
    onSuccess: () => {
      toast.success(t`Message deleted successfully`);
      onClose();
    },
    onError: sayWhyNotDeleted,
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
