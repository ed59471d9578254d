import type { Conversation, PrivateMessage } from '@adda/contract/direct';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { CallOutput } from '../../../platform/api.ts';

/** Address in the query cache. */
export const conversationsKey = ['conversations'] as const;

/** One page of the list. */
export type ConversationsPage = CallOutput<'GET /messages/conversations'>;

/** Conversations as they are held: page by page, as far as somebody has scrolled. */
export type Conversations = InfiniteData<ConversationsPage>;

/** Every loaded conversation once, in its order. */
export function conversationsOf(data: Conversations | undefined): readonly Conversation[] {
  const byName = new Map<string, Conversation>();
  for (const conversation of data?.pages.flatMap((page) => page.conversations) ?? []) {
    if (!byName.has(conversation.username)) byName.set(conversation.username, conversation);
  }
  return [...byName.values()];
}

/** Changes held conversations; those that a change leaves out go. */
export function changeConversations(
  client: QueryClient,
  change: (held: readonly Conversation[]) => readonly Conversation[],
): void {
  client.setQueryData<Conversations>(conversationsKey, (data) => {
    if (!data) return undefined;
    const all = [...change(conversationsOf(data))];
    // All of them in the first page: the cursors of the pages stay, and their order is kept.
    const pages = data.pages.map((page, index) => ({ ...page, conversations: index === 0 ? all : [] }));
    return { ...data, pages };
  });
}

/** Whether what was said is newer than what a conversation shows. */
const isNewer = (message: PrivateMessage, than: PrivateMessage): boolean => message.sequence > than.sequence;

/** Who looks at the list: this person, and with whom a chat is open. */
export type ListReader = { readonly account: string; readonly openUser?: string | undefined };

/**
 * A message was said or confirmed: its conversation moves to the top with it. One that is not held is read from the
 * server. What comes into a chat that is open, here or on another device, is read (SV-46). The private chat calls it for what it sent.
 */
export function noteMessage(
  client: QueryClient,
  message: PrivateMessage,
  { account, openUser }: ListReader,
): void {
  const isOwn = message.sender === account;
  const other = isOwn ? message.recipient : message.sender;
  const held = conversationsOf(client.getQueryData(conversationsKey)).find(
    ({ username }) => username === other,
  );
  if (!held) {
    void client.invalidateQueries({ queryKey: conversationsKey });
    return;
  }
  if (!isNewer(message, held.latest_message)) return;
  const isRead = other === openUser || (!isOwn && message.is_read);
  const more = isOwn ? held.unread_count : held.unread_count + 1;
  const moved = { ...held, latest_message: message, unread_count: isRead ? 0 : more };
  changeConversations(client, (all) => [moved, ...all.filter(({ username }) => username !== other)]);
}
