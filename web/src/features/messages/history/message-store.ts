import type { ChatHistoryPage, ChatMessage } from './conversation.ts';
import { advanceCheckedTo, mergeMessages, placeOf, tombstone } from './message-order.ts';

/** A notice to this connection only. It has no sequence: it stays at the position where it arrived. */
export type StoreNotice = { readonly message: ChatMessage; readonly afterSequence: number };

/**
 * The messages of a conversation that this client holds. All input (pages, events, acknowledgements, polls) goes
 * through the functions below and those of message-changes.ts and live-changes.ts; they are idempotent and commutative.
 */
export type MessageStore = {
  /** Ascending by `sequence`, each sequence once, all above `clearedTo`. */
  readonly messages: readonly ChatMessage[];
  readonly notices: readonly StoreNotice[];
  /**
   * Everything up to this sequence is known. A missing sequence above it may be a lost event; one below it is a whisper
   * to others, or hidden.
   */
  readonly checkedTo: number;
  /** There is more history before the oldest message. */
  readonly hasOlder: boolean;
  /**
   * First sequences of pages: these rows always show their sender's name, so that heights don't change when older ones
   * load.
   */
  readonly pageStarts: readonly number[];
  /** All changes of messages up to this revision are known (Q-06, RX-05). */
  readonly revision: number;
  /** Everything up to this sequence was cleared; 0 if never. */
  readonly clearedTo: number;
  /** Sequences that were deleted individually, held or not: an older response may still arrive. */
  readonly deleted: ReadonlySet<number>;
  /** Sequences that the reader deleted for themselves: never shown (PC-47). */
  readonly hidden: ReadonlySet<number>;
  /** Links of the other user stay plain text (SV-105). */
  readonly hasPlainLinks: boolean;
};

/** The empty store. */
export const emptyStore: MessageStore = {
  messages: [],
  notices: [],
  checkedTo: 0,
  hasOlder: false,
  pageStarts: [],
  revision: 0,
  clearedTo: 0,
  deleted: new Set(),
  hidden: new Set(),
  hasPlainLinks: false,
};

/** Filters incoming messages: no cleared or hidden ones, and only markers of deleted ones. */
function acceptable(store: MessageStore, given: readonly ChatMessage[]): readonly ChatMessage[] {
  return given
    .filter(({ sequence }) => sequence > store.clearedTo && !store.hidden.has(sequence))
    .map((message) =>
      store.deleted.has(message.sequence) && !message.is_deleted ? tombstone(message) : message,
    );
}

/** Adds notices after the newest message, each once. */
export function withNotices(store: MessageStore, given: readonly ChatMessage[]): MessageStore {
  const ids = new Set(store.notices.map((notice) => notice.message._id));
  const fresh = given.filter((message) => !ids.has(message._id));
  if (fresh.length === 0) return store;
  const afterSequence = store.messages.at(-1)?.sequence ?? 0;
  return {
    ...store,
    notices: [...store.notices, ...fresh.map((message) => ({ message, afterSequence }))],
  };
}

/** Whether a page omitted a sequence: it is hidden from this reader, and an event with it is outdated. */
const isMissing = (store: MessageStore, sequence: number): boolean =>
  sequence <= store.checkedTo &&
  sequence > (store.messages[0]?.sequence ?? 0) &&
  store.messages[placeOf(store.messages, sequence)]?.sequence !== sequence;

/** Adds messages of an event or an acknowledgement: each once, in order of sequence. */
export function upsertMessages(store: MessageStore, given: readonly ChatMessage[]): MessageStore {
  const visible = acceptable(
    store,
    given.filter((message) => message.sequence > 0 && !isMissing(store, message.sequence)),
  );
  const localNotices = withNotices(
    store,
    given.filter((message) => message.sequence <= 0),
  );
  if (visible.length === 0) return localNotices;
  const messages = mergeMessages(localNotices.messages, visible);
  return { ...localNotices, messages, checkedTo: advanceCheckedTo(messages, localNotices.checkedTo) };
}

/**
 * Creates a store from the newest page. From the previous store it keeps the changes that arrived after the page was
 * made: messages, their later versions, and deletions.
 */
export function openStore(page: ChatHistoryPage, held: MessageStore = emptyStore): MessageStore {
  const clearedTo = Math.max(page.cleared_to, held.clearedTo);
  const blank = {
    ...emptyStore,
    clearedTo,
    deleted: new Set([...held.deleted, ...page.deleted_sequences]),
    hidden: new Set([...held.hidden, ...(page.hidden_sequences ?? [])]),
    hasPlainLinks: page.plain_links ?? false,
  };
  const given = new Set(page.messages.map(({ sequence }) => sequence));
  const messages = mergeMessages(
    acceptable(
      blank,
      held.messages.filter(({ sequence }) => given.has(sequence)),
    ),
    acceptable(blank, page.messages),
  );
  const oldest = messages[0]?.sequence;
  const checkedTo = Math.max(page.last_sequence, page.messages.at(-1)?.sequence ?? 0, clearedTo);
  const store: MessageStore = {
    ...blank,
    messages,
    checkedTo,
    // A page from before a clear may claim that there is more history.
    hasOlder: page.has_more && oldest !== undefined && oldest > clearedTo + 1,
    pageStarts: oldest === undefined ? [] : [oldest],
    revision: page.revision,
  };
  return upsertMessages(store, held.messages.slice(placeOf(held.messages, checkedTo + 1)));
}

/** A delayed page may contain messages that changed meanwhile: changes since its revision are requested again. */
const revisionOf = (store: MessageStore, page: ChatHistoryPage): number =>
  Math.min(store.revision, page.revision);

/** Adds the page before the oldest message. */
export function addOlder(store: MessageStore, page: ChatHistoryPage, before: string): MessageStore {
  if (store.messages[0]?.timestamp !== before) return store; // another page was faster
  const given = acceptable(store, page.messages);
  const messages = mergeMessages(store.messages, given);
  const oldest = messages[0]?.sequence;
  const starts = new Set(store.pageStarts);
  if (oldest !== undefined) starts.add(oldest);
  const isAboveClear = page.messages.every(({ sequence }) => sequence > store.clearedTo);
  const hasOlder = page.has_more && isAboveClear;
  return { ...store, messages, hasOlder, pageStarts: [...starts], revision: revisionOf(store, page) };
}

/** Adds messages after `from`; everything up to the end of the response is then known. */
export function addNewer(store: MessageStore, page: ChatHistoryPage, from: number): MessageStore {
  // A store that was reloaded meanwhile may begin later: earlier messages come with its older pages, without gaps.
  const oldest = store.hasOlder ? (store.messages[0]?.sequence ?? 0) : 0;
  const given = page.messages.filter((message) => message.sequence > oldest);
  const messages = mergeMessages(store.messages, acceptable(store, given));
  const end = page.has_more ? (page.messages.at(-1)?.sequence ?? from) : page.last_sequence;
  const checkedTo = from <= store.checkedTo ? Math.max(store.checkedTo, end) : store.checkedTo;
  return {
    ...store,
    messages,
    checkedTo: advanceCheckedTo(messages, checkedTo),
    revision: revisionOf(store, page),
    hasPlainLinks: page.plain_links ?? store.hasPlainLinks,
  };
}

/** Whether there is a gap that no catch-up has checked. */
export const hasGap = (store: MessageStore): boolean =>
  (store.messages.at(-1)?.sequence ?? 0) > store.checkedTo;
