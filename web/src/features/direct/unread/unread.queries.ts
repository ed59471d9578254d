import type { UnreadCount, UnreadMessage } from '@adda/contract/direct';
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { t } from '@lingui/core/macro';
import { api, type CallOutput } from '../../../platform/api.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { toast } from '../../../ui/toast-store.ts';
import { countsOf, unreadKeys } from './unread-count.ts';

type UnreadResponse = CallOutput<'GET /chat/unread'>;

/** The newest unread messages, and the total count (UN-06). */
export const unreadList = (client: QueryClient) =>
  queryOptions({
    queryKey: unreadKeys.list,
    queryFn: async ({ signal }): Promise<UnreadResponse> => {
      const response = await api('GET /chat/unread', { signal });
      client.setQueryData<UnreadCount>(unreadKeys.count, countsOf(response));
      return response;
    },
    meta: showsPeople,
  });

/** All unread messages of one sender, newest first. */
export type SenderGroup = {
  readonly sender: string;
  readonly count: number;
  readonly messages: UnreadMessage[];
};

/** Groups unread messages by sender (UN-02), newest first; the counts are the server's. */
export function groupsOf({ messages, by_sender: counts }: UnreadResponse): readonly SenderGroup[] {
  const newestFirst = messages.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1));
  const bySender = new Map<string, UnreadMessage[]>();
  for (const message of newestFirst) {
    bySender.set(message.sender, [...(bySender.get(message.sender) ?? []), message]);
  }
  const shown = [...bySender].map(([sender, all]) => ({
    sender,
    count: Math.max(counts[sender] ?? 0, all.length),
    messages: all,
  }));
  // The list ends at 200 messages; senders of older ones are counted too.
  const others = Object.entries(counts).filter(([sender, count]) => count > 0 && !bySender.has(sender));
  return [...shown, ...others.map(([sender, count]) => ({ sender, count, messages: [] }))];
}

function withoutSender(response: UnreadResponse, sender: string | undefined): UnreadResponse {
  if (sender === undefined) return { ...response, messages: [], total: 0, by_sender: {}, muted: 0 };
  const { [sender]: count = 0, ...others } = response.by_sender;
  return {
    ...response,
    messages: response.messages.filter((message) => message.sender !== sender),
    total: Math.max(0, response.total - count),
    by_sender: others,
  };
}

/**
 * Marks the messages of one sender as read, or all with undefined (UN-03, UN-04, UN-07, Q-11). An optimistic update:
 * rolled back if it fails (UN-08).
 */
export const markRead = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (sender: string | undefined) =>
      api('POST /chat/mark_read', { body: sender === undefined ? {} : { sender } }),
    onMutate: async (sender) => {
      await client.cancelQueries({ queryKey: unreadKeys.all });
      const before = client.getQueryData<UnreadResponse>(unreadKeys.list);
      if (before) {
        const after = withoutSender(before, sender);
        client.setQueryData<UnreadResponse>(unreadKeys.list, after);
        client.setQueryData<UnreadCount>(unreadKeys.count, countsOf(after));
      }
      return { before };
    },
    onError: (_error, _sender, context) => {
      if (context?.before) client.setQueryData(unreadKeys.list, context.before);
      toast.problem(t`Error marking messages as read`);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: unreadKeys.all }),
  });
