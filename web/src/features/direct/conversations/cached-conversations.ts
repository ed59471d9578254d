import type { Conversation, PrivateMessage } from '@adda/contract/direct';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { CallOutput } from '../../../platform/api.ts';

/** Query key. */
export const conversationsKey = ['conversations'] as const;

/** Query key of the requests of strangers (MR-02). */
export const requestsKey = ['chat-requests'] as const;

/** A page of the list. */
export type ConversationsPage = CallOutput<'GET /messages/conversations'>;

/** Cached pages of conversations, as far as the user has scrolled. */
export type Conversations = InfiniteData<ConversationsPage>;

/** Every loaded conversation once, in its order. */
export function conversationsOf(data: Conversations | undefined): readonly Conversation[] {
  const byName = new Map<string, Conversation>();
  for (const conversation of data?.pages.flatMap((page) => page.conversations) ?? []) {
    if (!byName.has(conversation.username)) byName.set(conversation.username, conversation);
  }
  return [...byName.values()];
}

/** Updates cached conversations; those that the change leaves out are removed. */
export function changeConversations(
  client: QueryClient,
  change: (cached: readonly Conversation[]) => readonly Conversation[],
): void {
  client.setQueryData<Conversations>(conversationsKey, (data) => {
    if (!data) return undefined;
    const all = [...change(conversationsOf(data))];
    // All of them go into the first page: the cursors of the pages stay, and the order is kept.
    const pages = data.pages.map((page, index) => ({ ...page, conversations: index === 0 ? all : [] }));
    return { ...data, pages };
  });
}

/** Whether a message is newer than the message shown in its conversation. */
const isNewer = (message: PrivateMessage, than: PrivateMessage): boolean => message.sequence > than.sequence;

/** The user of the list, and the other user of the open chat. */
export type ListReader = { readonly account: string; readonly openUser?: string | undefined };

/**
 * Moves the conversation of a sent, received or acknowledged message to the top. One that is not cached is requested
 * from the server. Messages in a chat that is open, on this or another device, count as read (SV-46). The private chat
 * calls this for own messages.
 */
export function moveToTop(
  client: QueryClient,
  message: PrivateMessage,
  { account, openUser }: ListReader,
): void {
  const isOwn = message.sender === account;
  const other = isOwn ? message.recipient : message.sender;
  const cached = conversationsOf(client.getQueryData(conversationsKey)).find(
    ({ username }) => username === other,
  );
  if (!cached) {
    void client.invalidateQueries({ queryKey: conversationsKey });
    return;
  }
  if (!isNewer(message, cached.latest_message)) return;
  const isRead = other === openUser || (!isOwn && message.is_read);
  const more = isOwn ? cached.unread_count : cached.unread_count + 1;
  const moved = { ...cached, latest_message: message, unread_count: isRead ? 0 : more };
  changeConversations(client, (all) => [moved, ...all.filter(({ username }) => username !== other)]);
}
