import { t } from '@lingui/core/macro';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { api } from '../../../platform/api.ts';
import { toast } from '../../../ui/toast-store.ts';
import { catchUpSoon, forgetMessage } from './room-history.ts';

/** Says why a deletion did not happen (GC-75, Q-17). */
function sayWhyNot(error: unknown): void {
  const reason = error instanceof ApiError ? error.detail : String(error);
  toast.problem(t`Error deleting message: ${reason}`);
}

/** Deletes one message for everybody and says so (GC-71, GC-73). */
export const deleteMessage = (client: QueryClient, groupId: string) =>
  mutationOptions({
    mutationFn: async ({ _id: id, sequence }: { _id: string; sequence: number }): Promise<void> => {
      await api('POST /groupchat/delete_messages', { body: { message_ids: [id] }, landing: '/error' });
      forgetMessage(client, groupId, sequence);
    },
    onSuccess: () => toast.success(t`Message deleted successfully`),
    onError: sayWhyNot,
  });

/** Deletes everything that was said in a room and says so (GC-72, GC-74). */
export const deleteAllMessages = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async (groupId: string): Promise<void> => {
      await api('POST /groupchat/delete_messages', { body: { group_id: groupId }, landing: '/error' });
      // How far it reached is the server's to say.
      catchUpSoon(client, groupId);
    },
    onSuccess: () => toast.success(t`All messages deleted successfully`),
    onError: sayWhyNot,
  });
