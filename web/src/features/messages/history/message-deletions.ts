import type { ChatDeletion, ChatHistoryPage } from './conversation.ts';
import type { MessageStore } from './message-store.ts';
import { advanced, placeOf, tombstone, without } from './message-order.ts';

/** Takes everything up to `clearedTo` out, also what was told in between. */
function cleared(store: MessageStore, clearedTo: number): MessageStore {
  if (clearedTo <= store.clearedTo) return store;
  const messages = store.messages.slice(placeOf(store.messages, clearedTo + 1));
  // Where the oldest message went, everything above it went, too.
  const isOldestGone = messages.length < store.messages.length || store.messages.length === 0;
  return {
    ...store,
    messages,
    notices: store.notices.filter((notice) => notice.afterSequence > clearedTo),
    clearedTo,
    checkedTo: advanced(messages, Math.max(store.checkedTo, clearedTo)),
    hasOlder: store.hasOlder && !isOldestGone,
  };
}

/** Leaves only the places of the messages at `sequences`, now and whenever they come. */
export function markDeleted(store: MessageStore, sequences: readonly number[]): MessageStore {
  const fresh = sequences.filter((sequence) => !store.deleted.has(sequence));
  if (fresh.length === 0) return store;
  const deleted = new Set([...store.deleted, ...fresh]);
  const messages = store.messages.map((message) =>
    deleted.has(message.sequence) && !message.is_deleted ? tombstone(message) : message,
  );
  return { ...store, messages, deleted };
}

/** Takes the messages at `sequences` out without a trace, now and whenever they come (PC-47). */
export function hide(store: MessageStore, sequences: readonly number[]): MessageStore {
  const fresh = sequences.filter((sequence) => !store.hidden.has(sequence));
  if (fresh.length === 0) return store;
  const hidden = new Set([...store.hidden, ...fresh]);
  return { ...store, messages: without(store.messages, hidden), hidden };
}

/**
 * Takes in what an answer says about deletions; `since` is the revision that it was asked with, undefined where it was
 * asked without one.
 */
export function applyPageDeletions(
  store: MessageStore,
  page: Pick<ChatHistoryPage, 'revision' | 'cleared_to' | 'deleted_sequences' | 'hidden_sequences'>,
  since: number | undefined,
): MessageStore {
  const known = hide(cleared(store, page.cleared_to), page.hidden_sequences ?? []);
  const marked = markDeleted(known, page.deleted_sequences);
  const isComplete = since !== undefined && since <= store.revision;
  return isComplete && page.revision > store.revision ? { ...marked, revision: page.revision } : marked;
}

/**
 * Takes in that messages were deleted just now. The revision stays: an event before this one may be lost, or part of it
 * meant for others, and the next question asks for all of it.
 */
export const applyDeletionEvent = (store: MessageStore, event: ChatDeletion): MessageStore =>
  (event.hidden ? hide : markDeleted)(cleared(store, event.cleared_to), event.sequences);
