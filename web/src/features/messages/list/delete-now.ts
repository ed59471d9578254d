import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../../../ui/toast-store.ts';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { removeMessage } from '../history/message-history.ts';
import { showDeletionProblem } from './deletion-problem.ts';

/** The conversation of the message, and the user who deletes it. */
export type DeletionPlace = {
  readonly client: QueryClient;
  readonly conversation: Conversation;
  readonly account: string;
};

/** Deletes a message after the confirmation and shows the result; returns whether it was deleted (GC-73, GC-75). */
export async function deleteNow(
  { client, conversation, account }: DeletionPlace,
  message: ChatMessage,
): Promise<boolean> {
  try {
    await conversation.deleteMessage(message._id);
  } catch (error) {
    showDeletionProblem(error);
    return false;
  }
  removeMessage(client, conversation, message, account);
  toast.success(t`Message deleted successfully`);
  return true;
}
