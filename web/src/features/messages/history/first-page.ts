/**
 * What shows the newest messages of a conversation. The code that keeps them up to date is loaded beside them
 * (message-history.ts).
 */
import { HISTORY_PAGE } from '@adda/contract/messages';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Conversation } from './conversation.ts';
import { firstStore, type MessageStore } from './store-state.ts';

/** The messages of a conversation: first the newest page, then kept up to date by events and catch-up. */
export const messagesOf = (conversation: Conversation) =>
  queryOptions({
    queryKey: conversation.keys.messages,
    queryFn: async ({ signal }): Promise<MessageStore> =>
      firstStore(await conversation.readHistory({ limit: HISTORY_PAGE }, signal)),
    staleTime: Infinity,
    structuralSharing: false,
  });

/** Catch-up after gaps and reconnects (GC-44), and the poll of a room (GC-69). */
export const catchUp = (client: QueryClient, conversation: Conversation) =>
  queryOptions({
    queryKey: conversation.keys.catchUp,
    queryFn: async ({ signal }): Promise<number> => {
      const { catchUpNow } = await import('./message-history.ts');
      return catchUpNow(client, conversation, signal);
    },
    refetchInterval: conversation.pollMs,
    staleTime: 0,
    retry: false,
  });
