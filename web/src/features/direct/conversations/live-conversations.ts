import type { Conversation, PrivateOutgoing, UnreadCount } from '@adda/contract/direct';
import type { QueryClient } from '@tanstack/react-query';
import type { ShellConnection } from '../../../platform/realtime.ts';
import {
  changeConversations,
  conversationsKey,
  conversationsOf,
  noteMessage,
  type ListReader,
} from './held-conversations.ts';

/** News of counts come in rows; the list is read once for all of them. */
const REREAD_MS = 1500;

/** Whether the newest message of a held conversation is among those deleted. */
function isLatestGone(client: QueryClient, gone: PrivateOutgoing['message_deleted']): boolean {
  const latest = conversationsOf(client.getQueryData(conversationsKey)).find(
    ({ username }) => username === gone.username,
  )?.latest_message;
  if (!latest) return false;
  return gone.message_ids.includes(latest._id) || latest.sequence <= gone.cleared_to;
}

/** Takes over what is certain of the counts; true where the list must be read to know more. */
function takeCounts(client: QueryClient, { by_sender: counts }: UnreadCount): boolean {
  const held = conversationsOf(client.getQueryData(conversationsKey));
  const most = ({ username }: Conversation) => counts[username] ?? 0;
  if (held.some((one) => one.unread_count > most(one))) {
    changeConversations(client, (all) =>
      all.map((one) => (one.unread_count > most(one) ? { ...one, unread_count: most(one) } : one)),
    );
  }
  // A person's whispers in rooms are in these counts and not in those of the list.
  return held.some((one) => most(one) > 0 && one.unread_count === 0);
}

/**
 * Keeps the list of conversations right while messages come and go (RT-19, RT-27, X-33). Returns how to stop.
 * Blocks and new names are followed by the main screen, for everything that shows people.
 */
export function followConversations(
  connection: Pick<ShellConnection, 'on'>,
  client: QueryClient,
  reader: () => ListReader,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reread = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: conversationsKey });
    }, REREAD_MS);
  };
  const stops = [
    connection.on('new_message', (message) => noteMessage(client, message, reader())),
    connection.on('own_message', (message) => noteMessage(client, message, reader())),
    connection.on('message_deleted', (gone) => {
      if (isLatestGone(client, gone)) void client.invalidateQueries({ queryKey: conversationsKey });
    }),
    connection.on('unread_count', (counts) => {
      if (takeCounts(client, counts)) reread();
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
