/**
 * What shows the newest messages of a conversation. The code that keeps them up to date is loaded beside them
 * (message-history.ts).
 */
import { HISTORY_PAGE } from '@adda/contract/messages';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { KeptOffline } from '../../../platform/shown-copies.ts';
import type { Conversation } from './conversation.ts';
import { firstStore, type MessageStore } from './store-state.ts';

/** Messages of a conversation that are kept on this device (PN-01). */
const KEPT_MESSAGES = 50;

/** What is kept of a conversation: its newest messages as the server has them. */
const newestMessages: KeptOffline = (data) => {
  const store = data as MessageStore;
  const messages = store.messages.slice(-KEPT_MESSAGES);
  const hasOlder = store.hasOlder || messages.length < store.messages.length;
  return { ...store, messages, hasOlder, notices: [], far: undefined, copyTo: store.checkedTo };
};

/** The messages of a conversation: first the newest page, then kept up to date by events and catch-up. */
export const messagesOf = (conversation: Conversation) =>
  queryOptions({
    queryKey: conversation.keys.messages,
    queryFn: async ({ signal }): Promise<MessageStore> =>
      firstStore(await conversation.readHistory({ limit: HISTORY_PAGE }, signal)),
    staleTime: Infinity,
    structuralSharing: false,
    meta: { keptOffline: newestMessages },
  });

/** How far a conversation was read on other devices before it was opened on this one (HM-02): asked once, before anything is read. */
export const readBefore = (conversation: Conversation) =>
  queryOptions({
    queryKey: [...conversation.keys.messages, 'read before'],
    queryFn: async (): Promise<number> => conversation.readUpTo?.() ?? 0,
    staleTime: 'static',
    retry: false,
    refetchOnReconnect: false,
    // Without a network it fails at once, and messages of this device are shown.
    networkMode: 'always',
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
