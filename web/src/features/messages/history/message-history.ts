import { CATCH_UP_MAX, HISTORY_PAGE, HISTORY_PAGE_MAX } from '@adda/contract/messages';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ChatDeletion, ChatMessage, Conversation } from './conversation.ts';
import {
  addNewer,
  addOlder,
  emptyBook,
  hasGap,
  openStore,
  upsertMessages,
  type MessageStore,
} from './message-store.ts';
import { applyDeletionEvent, applyPageDeletions } from './message-deletions.ts';

const newestPage = (conversation: Conversation, signal?: AbortSignal) =>
  conversation.readHistory({ limit: HISTORY_PAGE }, signal);

/** The store of a conversation that is held now. */
export const heldBook = (client: QueryClient, conversation: Conversation): MessageStore | undefined =>
  client.getQueryData<MessageStore>(conversation.keys.messages);

/** Changes the store of a conversation, if one is held. */
export function changeStore(
  client: QueryClient,
  conversation: Conversation,
  change: (store: MessageStore) => MessageStore,
): void {
  client.setQueryData<MessageStore>(conversation.keys.messages, (store) => store && change(store));
}

/** A conversation's messages: its newest page at first, then kept up to date by events and catch-up. */
export const messagesOf = (conversation: Conversation) =>
  queryOptions({
    queryKey: conversation.keys.messages,
    queryFn: async ({ signal }): Promise<MessageStore> => openStore(await newestPage(conversation, signal)),
    staleTime: Infinity,
    structuralSharing: false,
  });

/** Messages of other nodes are overtaken now and then; what is missing still after this time did not come. */
const GAP_PATIENCE_MS = 500;

/** Takes in messages that an event or a confirmation brought; asks for what stays missing in between. */
export function receiveMessages(
  client: QueryClient,
  conversation: Conversation,
  given: readonly ChatMessage[],
): void {
  changeStore(client, conversation, (store) => upsertMessages(store, given));
  const gapAfter = () => {
    const store = heldBook(client, conversation) ?? emptyBook;
    return hasGap(store) ? store.checkedTo : undefined;
  };
  const noticed = gapAfter();
  if (noticed === undefined) return;
  // Not everybody in a room asks in the same moment.
  setTimeout(
    () => gapAfter() === noticed && catchUpSoon(client, conversation),
    GAP_PATIENCE_MS * (1 + Math.random()),
  );
}

/** Takes in that messages were deleted; what was lost before it comes with the poll. */
export function receiveDeletion(client: QueryClient, conversation: Conversation, event: ChatDeletion): void {
  changeStore(client, conversation, (store) => applyDeletionEvent(store, event));
  const store = heldBook(client, conversation);
  // With every held message hidden there is nothing left to ask for older ones from.
  if (store?.hasOlder && store.messages.length === 0) {
    void client.invalidateQueries({ queryKey: conversation.keys.messages });
  }
}

/** Shows a message as deleted, or no more, before any event says so: the server has answered that it is. */
export function forgetMessage(
  client: QueryClient,
  conversation: Conversation,
  { sequence, sender }: Pick<ChatMessage, 'sequence' | 'sender'>,
  account: string,
): void {
  const hidden = conversation.hidesOthers && sender !== account;
  receiveDeletion(client, conversation, { sequences: [sequence], cleared_to: 0, hidden });
}

/** A link to a message's image that works again; undefined when there is none to be had. */
export async function freshImage(
  client: QueryClient,
  conversation: Conversation,
  messageId: string,
): Promise<string | undefined> {
  try {
    const message = await conversation.readMessage(messageId);
    receiveMessages(client, conversation, [message]);
    return message.image_url ?? undefined;
  } catch {
    return undefined; // the image says that it did not load
  }
}

/** Asks for what this client may have missed up to now: a question that is under way may be answered already. */
export async function catchUpAnew(client: QueryClient, conversation: Conversation): Promise<void> {
  const ask = () => client.prefetchQuery({ ...catchUp(client, conversation), staleTime: 0 });
  if (!heldBook(client, conversation)) return;
  if (client.isFetching({ queryKey: conversation.keys.catchUp, exact: true }) > 0) await ask();
  await ask();
}

/** Asks once for what this client may have missed; a question that is under way is not repeated. */
export function catchUpSoon(client: QueryClient, conversation: Conversation): void {
  if (!heldBook(client, conversation)) return;
  void client.prefetchQuery({ ...catchUp(client, conversation), staleTime: 0 });
}

/** Most questions in one catch-up: what is left comes with the next one. */
const MOST_PAGES = Math.ceil(CATCH_UP_MAX / HISTORY_PAGE_MAX) + 2;

/**
 * One question for what came after the last checked sequence and for what was deleted since the last known revision
 * . Answers whether another one is due.
 */
async function catchUpOnce(
  client: QueryClient,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<boolean> {
  const held = heldBook(client, conversation);
  if (held === undefined) return false;
  const { checkedTo: from, revision: since } = held;
  const range = { after_sequence: from, after_revision: since, limit: HISTORY_PAGE_MAX };
  const page = await conversation.readHistory(range, signal);
  if (page.last_sequence - from > CATCH_UP_MAX) {
    const newest = await newestPage(conversation, signal);
    changeStore(client, conversation, (store) => openStore(newest, store));
    return hasGap(heldBook(client, conversation) ?? emptyBook);
  }
  changeStore(client, conversation, (store) => applyPageDeletions(addNewer(store, page, from), page, since));
  return page.has_more || hasGap(heldBook(client, conversation) ?? emptyBook);
}

/** How a gap and a reconnect are caught up with (GC-44), and the poll of a room (GC-69). */
export const catchUp = (client: QueryClient, conversation: Conversation) =>
  queryOptions({
    queryKey: conversation.keys.catchUp,
    queryFn: async ({ signal }): Promise<number> => {
      let isBehind = true;
      for (let asked = 0; isBehind && asked < MOST_PAGES; asked += 1) {
        isBehind = await catchUpOnce(client, conversation, signal);
      }
      return heldBook(client, conversation)?.checkedTo ?? 0;
    },
    refetchInterval: conversation.pollMs,
    staleTime: 0,
    retry: false,
  });

const olderUnderWay = new Map<string, Promise<void>>();

/** Loads the page before the oldest message held (GC-07, Q-30), once at a time. Throws ApiError. */
export function loadOlder(client: QueryClient, conversation: Conversation): Promise<void> {
  const running = olderUnderWay.get(conversation.id);
  if (running) return running;
  const store = heldBook(client, conversation);
  const before = store?.messages[0]?.timestamp;
  if (!store?.hasOlder || before === undefined) return Promise.resolve();
  const loading = conversation
    .readHistory({ before, limit: HISTORY_PAGE })
    .then((page) =>
      changeStore(client, conversation, (now) =>
        applyPageDeletions(addOlder(now, page, before), page, undefined),
      ),
    )
    .finally(() => olderUnderWay.delete(conversation.id));
  olderUnderWay.set(conversation.id, loading);
  return loading;
}
