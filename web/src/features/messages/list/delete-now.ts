import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../../../ui/toast-store.ts';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { forgetMessage } from '../history/message-history.ts';
import { sayWhyNotDeleted } from './deletion-problem.ts';

/** Where a message is, and who deletes it. */
export type DeletionPlace = {
  readonly client: QueryClient;
  readonly conversation: Conversation;
  readonly account: string;
};

/** Deletes a message that the person was asked about, and says so or why not; answers whether it is gone (GC-73, GC-75). */
export async function deleteNow(
  { client, conversation, account }: DeletionPlace,
  message: ChatMessage,
): Promise<boolean> {
  try {
    await conversation.deleteMessage(message._id);
  } catch (error) {
    sayWhyNotDeleted(error);
    return false;
  }
  forgetMessage(client, conversation, message, account);
  toast.success(t`Message deleted successfully`);
  return true;
}
