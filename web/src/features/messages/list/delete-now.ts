import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import type { ChatMessage, Conversation } from '../history/conversation.ts';

/** The conversation of the message, and the user who deletes it. */
export type DeletionPlace = {
  readonly client: QueryClient;
  readonly conversation: Conversation;
  readonly account: string;
};

/** Runs a deletion and shows its result; returns whether it succeeded (GC-75, Q-17). */
export async function tryDelete(
  run: () => Promise<void>,
  apply: () => Promise<void>,
  done: string,
): Promise<boolean> {
  try {
    await run();
  } catch (error) {
    const reason = error instanceof ApiError ? error.message : String(error);
    toast.problem(t`Error deleting message: ${reason}`);
    return false;
  }
  // If its code does not load, the event shows the deletion.
  await apply().catch(() => undefined);
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
    async () => {
      const { removeMessage } = await import('../history/live-changes.ts');
      removeMessage(client, conversation, message, account);
    },
    t`Message deleted successfully`,
  );

/** The same for all messages; the server decides up to which sequence (GC-72, PC-02). */
export const deleteAllNow = ({
  client,
  conversation,
}: Pick<DeletionPlace, 'client' | 'conversation'>): Promise<boolean> =>
  tryDelete(
    () => conversation.deleteMessages(),
    async () => {
      const { catchUpAgain } = await import('../history/message-history.ts');
      void catchUpAgain(client, conversation);
    },
    t`All messages deleted successfully`,
  );
