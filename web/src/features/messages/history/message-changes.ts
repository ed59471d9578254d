import type { ChatHistoryPage } from './conversation.ts';
import type { MessageStore } from './message-store.ts';
import { advanceCheckedTo, mergeMessages, placeOf, tombstone, without } from './message-order.ts';

/** Removes everything up to `clearedTo`, including notices in that range. */
export function cleared(store: MessageStore, clearedTo: number): MessageStore {
  if (clearedTo <= store.clearedTo) return store;
  const messages = store.messages.slice(placeOf(store.messages, clearedTo + 1));
  // If the oldest message was deleted, everything above it was deleted too.
  const isOldestGone = messages.length < store.messages.length || store.messages.length === 0;
  return {
    ...store,
    messages,
    notices: store.notices.filter((notice) => notice.afterSequence > clearedTo),
    clearedTo,
    checkedTo: advanceCheckedTo(messages, Math.max(store.checkedTo, clearedTo)),
    hasOlder: store.hasOlder && !isOldestGone,
  };
}

/** Replaces the messages at `sequences` by deletion markers, now and when they arrive later. */
export function markDeleted(store: MessageStore, sequences: readonly number[]): MessageStore {
  const fresh = sequences.filter((sequence) => !store.deleted.has(sequence));
  if (fresh.length === 0) return store;
  const deleted = new Set([...store.deleted, ...fresh]);
  const messages = store.messages.map((message) =>
    deleted.has(message.sequence) && !message.is_deleted ? tombstone(message) : message,
  );
  return { ...store, messages, deleted };
}

/** Removes the messages at `sequences` completely, now and when they arrive later (PC-47). */
export function hide(store: MessageStore, sequences: readonly number[]): MessageStore {
  const fresh = sequences.filter((sequence) => !store.hidden.has(sequence));
  if (fresh.length === 0) return store;
  const hidden = new Set([...store.hidden, ...fresh]);
  return { ...store, messages: without(store.messages, hidden), hidden };
}

/** Updates the held messages; the others come with their pages. */
function mergeChanged(store: MessageStore, changed: ChatHistoryPage['changed_messages'] = []): MessageStore {
  const held = changed.filter(
    ({ sequence }) => store.messages[placeOf(store.messages, sequence)]?.sequence === sequence,
  );
  return { ...store, messages: mergeMessages(store.messages, held) };
}

/**
 * Applies the changed messages and the deletions of a response; `since` is the revision of the request, undefined if it
 * had none.
 */
export function applyPageChanges(
  store: MessageStore,
  page: Omit<ChatHistoryPage, 'messages' | 'has_more'>,
  since: number | undefined,
): MessageStore {
  const changed = mergeChanged(store, page.changed_messages);
  const known = hide(cleared(changed, page.cleared_to), page.hidden_sequences ?? []);
  const marked = markDeleted(known, page.deleted_sequences);
  const isComplete = since !== undefined && since <= store.revision;
  return isComplete && page.revision > store.revision ? { ...marked, revision: page.revision } : marked;
}
