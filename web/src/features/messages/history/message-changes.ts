import type { ChatHistoryPage, ChatMessage } from './conversation.ts';
import { acceptable, type MessageStore } from './message-store.ts';
import { advanceCheckedTo, mergeMessages, placeOf, tombstone, versionOf, without } from './message-order.ts';
import { changeAll, followOriginals, heldAt } from './quotes.ts';

/** Removes everything up to `clearedTo`, including notices in that range. */
export function cleared(store: MessageStore, clearedTo: number): MessageStore {
  if (clearedTo <= store.clearedTo) return store;
  const messages = store.messages.slice(placeOf(store.messages, clearedTo + 1));
  // If the oldest message was deleted, everything above it was deleted too.
  const isOldestGone = messages.length < store.messages.length || store.messages.length === 0;
  const far = store.far?.messages.filter(({ sequence }) => sequence > clearedTo) ?? [];
  return followOriginals({
    ...store,
    messages,
    far:
      store.far && far.length > 0
        ? {
            ...store.far,
            messages: far,
            hasOlder: store.far.hasOlder && far.length === store.far.messages.length,
          }
        : undefined,
    notices: store.notices.filter((notice) => notice.afterSequence > clearedTo),
    clearedTo,
    checkedTo: advanceCheckedTo(messages, Math.max(store.checkedTo, clearedTo)),
    hasOlder: store.hasOlder && !isOldestGone,
  });
}

/** Replaces the messages at `sequences` by deletion markers, now and when they arrive later. */
export function markDeleted(store: MessageStore, sequences: readonly number[]): MessageStore {
  const fresh = sequences.filter((sequence) => !store.deleted.has(sequence));
  if (fresh.length === 0) return store;
  const deleted = new Set([...store.deleted, ...fresh]);
  const marked = changeAll(store, (messages) =>
    messages.map((message) =>
      deleted.has(message.sequence) && !message.is_deleted ? tombstone(message) : message,
    ),
  );
  return followOriginals({ ...marked, deleted });
}

/** Removes the messages at `sequences` completely, now and when they arrive later (PC-47). */
export function hide(store: MessageStore, sequences: readonly number[]): MessageStore {
  const fresh = sequences.filter((sequence) => !store.hidden.has(sequence));
  if (fresh.length === 0) return store;
  const hidden = new Set([...store.hidden, ...fresh]);
  return followOriginals({ ...changeAll(store, (messages) => without(messages, hidden)), hidden });
}

/** Merges newer copies of messages into those that are held. */
const mergeHeld = (store: MessageStore, given: readonly ChatMessage[]): MessageStore =>
  changeAll(store, (messages) =>
    mergeMessages(
      messages,
      given.filter(({ sequence }) => messages[placeOf(messages, sequence)]?.sequence === sequence),
    ),
  );

/** Updates the held messages, and the known edits of others; the rest comes with its pages. */
function mergeChanged(store: MessageStore, changed: ChatHistoryPage['changed_messages'] = []): MessageStore {
  if (changed.length === 0) return store;
  const known = changed.filter(({ sequence }) => store.edits.has(sequence));
  return followOriginals(known.reduce(noteEdit, mergeHeld(store, changed)));
}

/** Keeps an edit of a message that is not held, for its quotes and for a page that is older. */
function noteEdit(store: MessageStore, message: ChatMessage): MessageStore {
  const known = store.edits.get(message.sequence);
  if (known && versionOf(known) >= versionOf(message)) return store;
  return { ...store, edits: new Map(store.edits).set(message.sequence, message) };
}

/** Applies an edited message: to the message, if held, and to the quotes of it (ED-02, RY-03). */
export function applyEdit(store: MessageStore, message: ChatMessage): MessageStore {
  const [accepted] = acceptable(store, [message]);
  if (!accepted) return store;
  const isHeld = heldAt(store, message.sequence) !== undefined;
  return followOriginals(isHeld ? mergeHeld(store, [accepted]) : noteEdit(store, accepted));
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
