import type { UnreadCount } from '@adda/contract/direct';
import type { QueryClient } from '@tanstack/react-query';
import type { ShellConnection } from '../../../platform/realtime.ts';
import { unreadKeys } from '../unread/unread-count.ts';

/** Query key of the requests of strangers (MR-02). */
export const requestsKey = ['chat-requests'] as const;

/** Keeps the requests of strangers up to date (MR-02). Returns the function that stops it. */
export function followRequests(connection: Pick<ShellConnection, 'on'>, client: QueryClient): () => void {
  const reread = () => void client.invalidateQueries({ queryKey: requestsKey });
  const stops = [
    connection.on('chat_request', reread),
    connection.on('chat_request_closed', reread),
    connection.on('unread_count', ({ requests }) => {
      // A request was read, here or on another device; the counts don't name its sender.
      const before = client.getQueryData<UnreadCount>(unreadKeys.count)?.requests;
      if (before !== undefined && before !== requests) reread();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
