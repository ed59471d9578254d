import { CATCH_UP_MAX, HISTORY_PAGE, HISTORY_PAGE_MAX } from '@adda/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import type { ChatMessage, Conversation } from './conversation.ts';
import { openFar } from './far-window.ts';
import {
  addNewer,
  addOlder,
  emptyStore,
  hasGap,
  openStore,
  upsertMessages,
  type MessageStore,
} from './message-store.ts';
import { applyPageChanges } from './message-changes.ts';

/** Returns the current store of a conversation. */
export const cachedStore = (client: QueryClient, conversation: Conversation): MessageStore | undefined =>
  client.getQueryData<MessageStore>(conversation.keys.messages);

/** Changes the store of a conversation, if there is one. */
export function changeStore(
  client: QueryClient,
  conversation: Conversation,
  change: (store: MessageStore) => MessageStore,
): void {
  client.setQueryData<MessageStore>(conversation.keys.messages, (store) => store && change(store));
}

/** Messages of other nodes can arrive out of order; a gap that is older than this is a lost event. */
const GAP_PATIENCE_MS = 500;

/** Adds messages of an event or an acknowledgement; requests missing ones in between. */
export function receiveMessages(
  client: QueryClient,
  conversation: Conversation,
  given: readonly ChatMessage[],
): void {
  changeStore(client, conversation, (store) => upsertMessages(store, given));
  const gapAfter = () => {
    const store = cachedStore(client, conversation) ?? emptyStore;
    return hasGap(store) ? store.checkedTo : undefined;
  };
  const previousGap = gapAfter();
  if (previousGap === undefined) return;
  // Spreads the requests of a room's members over time.
  setTimeout(
    () => gapAfter() === previousGap && catchUpSoon(client, conversation),
    GAP_PATIENCE_MS * (1 + Math.random()),
  );
}

/** Returns a message with fresh links to its files; undefined if it can't be read. */
export async function freshMessage(
  client: QueryClient,
  conversation: Conversation,
  messageId: string,
): Promise<ChatMessage | undefined> {
  try {
    const message = await conversation.readMessage(messageId);
    receiveMessages(client, conversation, [message]);
    return message;
  } catch {
    return undefined; // the file shows that it did not load
  }
}

/** The catch-up as a query, without its poll. */
const catchUpQuery = (client: QueryClient, conversation: Conversation) => ({
  queryKey: conversation.keys.catchUp,
  queryFn: ({ signal }: { signal: AbortSignal }) => catchUpNow(client, conversation, signal),
  staleTime: 0,
  retry: false,
});

/** Catches up after a running request, whose response may be older than this call. */
export async function catchUpAgain(client: QueryClient, conversation: Conversation): Promise<void> {
  const ask = () => client.prefetchQuery(catchUpQuery(client, conversation));
  if (!cachedStore(client, conversation)) return;
  if (client.isFetching({ queryKey: conversation.keys.catchUp, exact: true }) > 0) await ask();
  await ask();
}

/** Catches up once; joins a request that is already running. */
export function catchUpSoon(client: QueryClient, conversation: Conversation): void {
  if (!cachedStore(client, conversation)) return;
  void client.prefetchQuery(catchUpQuery(client, conversation));
}

/** Maximum number of requests per catch-up; the next one continues. */
const MOST_PAGES = Math.ceil(CATCH_UP_MAX / HISTORY_PAGE_MAX) + 2;

/** The store without what it holds from this device only: changes that arrived since then stay. */
const withoutCopy = ({ copyTo, ...store }: MessageStore): MessageStore =>
  copyTo === undefined
    ? store
    : { ...store, messages: store.messages.filter(({ sequence }) => sequence > copyTo) };

/**
 * Requests messages after the last checked sequence and changes since the last known revision (Q-06, RX-05); reloads
 * the newest page if they are too many. Returns whether another request is needed.
 */
async function catchUpOnce(
  client: QueryClient,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<boolean> {
  const current = cachedStore(client, conversation);
  if (current === undefined) return false;
  const { checkedTo: from, revision: since, copyTo } = current;
  const range = { after_sequence: from, after_revision: since, limit: HISTORY_PAGE_MAX };
  const page = await conversation.readHistory(range, signal);
  if (page.reload || copyTo !== undefined || page.last_sequence - from > CATCH_UP_MAX) {
    const newest = await conversation.readHistory({ limit: HISTORY_PAGE }, signal);
    const { around } = current.far ?? {};
    const window = around && (await conversation.readHistory({ around_sequence: around }, signal));
    changeStore(client, conversation, (store) => {
      const opened = openStore(newest, withoutCopy(store));
      return window && store.far ? openFar(opened, window, around) : opened;
    });
    return hasGap(cachedStore(client, conversation) ?? emptyStore);
  }
  changeStore(client, conversation, (store) => applyPageChanges(addNewer(store, page, from), page, since));
  return page.has_more || hasGap(cachedStore(client, conversation) ?? emptyStore);
}

/** Catches up until nothing is missing; returns the last checked sequence. Throws ApiError. */
export async function catchUpNow(
  client: QueryClient,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<number> {
  let isBehind = true;
  for (let asked = 0; isBehind && asked < MOST_PAGES; asked += 1) {
    isBehind = await catchUpOnce(client, conversation, signal);
  }
  return cachedStore(client, conversation)?.checkedTo ?? 0;
}

const olderUnderWay = new Map<string, Promise<void>>();

/** Loads the page before the oldest message (GC-07, Q-30), one at a time. Throws ApiError. */
export function loadOlder(client: QueryClient, conversation: Conversation): Promise<void> {
  const running = olderUnderWay.get(conversation.id);
  if (running) return running;
  const store = cachedStore(client, conversation);
  const shown = store?.far ?? store;
  const before = shown?.messages[0]?.timestamp;
  if (!shown?.hasOlder || before === undefined) return Promise.resolve();
  const loading = conversation
    .readHistory({ before, limit: HISTORY_PAGE })
    .then((page) =>
      changeStore(client, conversation, (now) =>
        applyPageChanges(addOlder(now, page, before), page, undefined),
      ),
    )
    .finally(() => olderUnderWay.delete(conversation.id));
  olderUnderWay.set(conversation.id, loading);
  return loading;
}
