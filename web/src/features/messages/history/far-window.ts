/** A window far before the newest messages (RY-04): opening it around a message, and growing it at its newer end. */
import type { ChatHistoryPage } from './conversation.ts';
import { mergeMessages } from './message-order.ts';
import { acceptable, isAboveClear, revisionOf } from './message-store.ts';
import { followOriginals } from './quotes.ts';
import type { FarWindow, MessageStore } from './store-state.ts';

const endOf = (page: ChatHistoryPage): number => page.messages.at(-1)?.sequence ?? 0;

/** Whether nothing can be missing between a page and the newest messages that are held. */
function reachesNewest(store: MessageStore, page: ChatHistoryPage, hasMore: boolean): boolean {
  const oldest = store.messages[0]?.sequence ?? store.checkedTo + 1;
  return endOf(page) >= oldest || (!hasMore && page.last_sequence >= oldest - 1);
}

/** Joins a window to the newest messages. */
function joined(store: MessageStore, window: Omit<FarWindow, 'around'>): MessageStore {
  const isBefore = (window.messages[0]?.sequence ?? 0) < (store.messages[0]?.sequence ?? Infinity);
  return {
    ...store,
    messages: mergeMessages(store.messages, window.messages),
    pageStarts: [...new Set([...store.pageStarts, ...window.pageStarts])],
    hasOlder: isBefore ? window.hasOlder : store.hasOlder,
    far: undefined,
  };
}

/** Shows the page around a message: as a window, or joined to the newest messages if it reaches them. */
export function openFar(store: MessageStore, page: ChatHistoryPage, around: number): MessageStore {
  const messages = acceptable(store, page.messages);
  const oldest = messages[0]?.sequence;
  if (oldest === undefined) return store;
  const hasOlder = (page.has_more_before ?? false) && isAboveClear(store, page);
  const window = { messages, hasOlder, pageStarts: [oldest] };
  const revised = { ...store, revision: revisionOf(store, page) };
  return followOriginals(
    reachesNewest(store, page, page.has_more_after ?? false)
      ? joined(revised, window)
      : { ...revised, far: { ...window, around } },
  );
}

/** Adds the page after the newest message of the window. */
export function addNewerToFar(store: MessageStore, page: ChatHistoryPage, from: number): MessageStore {
  const { far } = store;
  if (!far || far.messages.at(-1)?.sequence !== from) return store; // left meanwhile, or another page was faster
  const messages = mergeMessages(far.messages, acceptable(store, page.messages));
  const first = page.messages[0]?.sequence;
  const pageStarts = first === undefined ? far.pageStarts : [...far.pageStarts, first];
  const window = { ...far, messages, pageStarts };
  const revised = { ...store, revision: revisionOf(store, page) };
  return followOriginals(
    reachesNewest(store, page, page.has_more) ? joined(revised, window) : { ...revised, far: window },
  );
}
