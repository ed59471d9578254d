import type { Conversation, PrivateOutgoing, UnreadCount } from '@adda/contract/direct';
import type { QueryClient } from '@tanstack/react-query';
import type { ShellConnection } from '../../../platform/realtime.ts';
import {
  changeConversations,
  conversationsKey,
  conversationsOf,
  moveToTop,
  requestsKey,
  type ListReader,
} from './cached-conversations.ts';
import { unreadKeys } from '../unread/unread-count.ts';

/** Count events arrive in groups; the list is requested once for all of them. */
const REREAD_MS = 1500;

/** Whether the newest message of a cached conversation is among the deleted ones. */
function isLatestGone(client: QueryClient, gone: PrivateOutgoing['message_deleted']): boolean {
  const latest = conversationsOf(client.getQueryData(conversationsKey)).find(
    ({ username }) => username === gone.username,
  )?.latest_message;
  if (!latest) return false;
  return gone.message_ids.includes(latest._id) || latest.sequence <= gone.cleared_to;
}

/** Applies the counts that are certain; returns true if the list must be requested for the others. */
function applyCounts(client: QueryClient, { by_sender: counts }: UnreadCount): boolean {
  const cached = conversationsOf(client.getQueryData(conversationsKey));
  // Unread messages of muted chats are in none of these counts (GR-07).
  const most = (one: Conversation) => (one.is_muted ? one.unread_count : (counts[one.username] ?? 0));
  if (cached.some((one) => one.unread_count > most(one))) {
    changeConversations(client, (all) =>
      all.map((one) => (one.unread_count > most(one) ? { ...one, unread_count: most(one) } : one)),
    );
  }
  // These counts include whispers in rooms, those of the list do not.
  return cached.some((one) => most(one) > 0 && one.unread_count === 0);
}

/**
 * Keeps the list of conversations up to date on message events (RT-19, RT-27, X-33). Returns the function that stops
 * it. The main screen handles blocks and renames for all data that shows users.
 */
export function followConversations(
  connection: Pick<ShellConnection, 'on'>,
  client: QueryClient,
  reader: () => ListReader,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refetch = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: conversationsKey });
    }, REREAD_MS);
  };
  const stops = [
    connection.on('new_message', (message) => moveToTop(client, message, reader())),
    connection.on('own_message', (message) => moveToTop(client, message, reader())),
    connection.on('message_deleted', (gone) => {
      if (isLatestGone(client, gone)) void client.invalidateQueries({ queryKey: conversationsKey });
    }),
    ...(['chat_request', 'chat_request_closed'] as const).map((event) =>
      connection.on(event, () => {
        void client.invalidateQueries({ queryKey: requestsKey });
        if (event === 'chat_request_closed') void client.invalidateQueries({ queryKey: conversationsKey });
      }),
    ),
    connection.on('unread_count', (counts) => {
      if (applyCounts(client, counts)) refetch();
      // A request was read, here or on another device; the counts don't name its sender.
      const before = client.getQueryData<UnreadCount>(unreadKeys.count)?.requests;
      if (before !== undefined && before !== counts.requests)
        void client.invalidateQueries({ queryKey: requestsKey });
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
