import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { removeMessage } from '../history/live-changes.ts';
import { catchUpAgain } from '../history/message-history.ts';

/** The conversation of the message, and the user who deletes it. */
export type DeletionPlace = {
  readonly client: QueryClient;
  readonly conversation: Conversation;
  readonly account: string;
};

/** Runs a deletion and shows its result; returns whether it succeeded (GC-75, Q-17). */
async function tryDelete(run: () => Promise<void>, applied: () => void, done: string): Promise<boolean> {
  try {
    await run();
  } catch (error) {
    const reason = error instanceof ApiError ? error.message : String(error);
    toast.problem(t`Error deleting message: ${reason}`);
    return false;
  }
  applied();
  toast.success(done);
  return true;
}

/** Deletes a message after the confirmation and shows the result; returns whether it was deleted (GC-73, GC-75). */
export const deleteNow = (
  { client, conversation, account }: DeletionPlace,
  message: ChatMessage,
): Promise<boolean> =>
  tryDelete(
    () => conversation.deleteMessages([message._id]),
    () => removeMessage(client, conversation, message, account),
    t`Message deleted successfully`,
  );

/** The same for all messages; the server decides up to which sequence (GC-72, PC-02). */
export const deleteAllNow = ({
  client,
  conversation,
}: Pick<DeletionPlace, 'client' | 'conversation'>): Promise<boolean> =>
  tryDelete(
    () => conversation.deleteMessages(),
    () => void catchUpAgain(client, conversation),
    t`All messages deleted successfully`,
  );
