import type { ChatHistoryPage, ChatMessage } from './conversation.ts';
import {
  advanceCheckedTo,
  mergeMessages,
  placeOf,
  tombstone,
  versionOf,
  withFields,
} from './message-order.ts';
import { followOriginals } from './quotes.ts';
import { firstStore, strangersOf, type MessageStore } from './store-state.ts';

export type { MessageStore, StoreNotice } from './store-state.ts';

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
  edits: new Map(),
  hasPlainLinks: false,
};

/** Filters incoming messages: no cleared or hidden ones, only markers of deleted ones, and none from before its edit. */
export function acceptable(store: MessageStore, given: readonly ChatMessage[]): readonly ChatMessage[] {
  return given
    .filter(({ sequence }) => sequence > store.clearedTo && !store.hidden.has(sequence))
    .map((message) => {
      if (store.deleted.has(message.sequence) && !message.is_deleted) return tombstone(message);
      const edit = store.edits.get(message.sequence);
      return edit && !message.is_deleted && versionOf(edit) > versionOf(message) ? edit : message;
    });
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

/**
 * Keeps the hidden quote of a held reply when its event arrives late: hiding the quoted message gives the reply no new
 * version (PC-47).
 */
function withHeldQuote(store: MessageStore, message: ChatMessage): ChatMessage {
  const held = store.messages[placeOf(store.messages, message.sequence)];
  if (held?.sequence !== message.sequence || versionOf(held) !== versionOf(message)) return message;
  const { reply_to: quote } = held;
  return quote && quote.sender === null ? withFields(message, { reply_to: quote }) : message;
}

/** Adds messages of an event or an acknowledgement: each once, in order of sequence. */
export function upsertMessages(store: MessageStore, given: readonly ChatMessage[]): MessageStore {
  const visible = acceptable(
    store,
    given.filter((message) => message.sequence > 0 && !isMissing(store, message.sequence)),
  ).map((message) => withHeldQuote(store, message));
  const localNotices = withNotices(
    store,
    given.filter((message) => message.sequence <= 0),
  );
  if (visible.length === 0) return localNotices;
  const messages = mergeMessages(localNotices.messages, visible);
  const checkedTo = advanceCheckedTo(messages, localNotices.checkedTo);
  return followOriginals({ ...localNotices, messages, checkedTo });
}

/**
 * Creates a store from the newest page. From the previous store it keeps the changes that arrived after the page was
 * made: messages, their later versions, and deletions.
 */
export function openStore(page: ChatHistoryPage, held: MessageStore = emptyStore): MessageStore {
  const first = firstStore(page);
  const clearedTo = Math.max(page.cleared_to, held.clearedTo);
  const blank = {
    ...first,
    clearedTo,
    deleted: new Set([...held.deleted, ...first.deleted]),
    hidden: new Set([...held.hidden, ...first.hidden]),
    edits: new Map([...held.edits].filter(([, edit]) => versionOf(edit) > page.revision)),
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
  const checkedTo = Math.max(first.checkedTo, clearedTo);
  const store: MessageStore = {
    ...blank,
    messages,
    checkedTo,
    hasOlder: first.hasOlder && oldest !== undefined && oldest > clearedTo + 1,
    pageStarts: oldest === undefined ? [] : [oldest],
  };
  const later = held.messages.slice(placeOf(held.messages, checkedTo + 1));
  return followOriginals(upsertMessages(store, later));
}

/** A delayed page may contain messages that changed meanwhile: changes since its revision are requested again. */
export const revisionOf = (store: MessageStore, page: ChatHistoryPage): number =>
  Math.min(store.revision, page.revision);

/** Whether no message of a page was cleared; before a cleared one there is nothing. */
export const isAboveClear = (store: MessageStore, page: ChatHistoryPage): boolean =>
  page.messages.every(({ sequence }) => sequence > store.clearedTo);

/** Adds the page before the oldest message that is shown: of the window if there is one. */
export function addOlder(store: MessageStore, page: ChatHistoryPage, before: string): MessageStore {
  const shown = store.far ?? store;
  if (shown.messages[0]?.timestamp !== before) return store; // another page was faster
  const messages = mergeMessages(shown.messages, acceptable(store, page.messages));
  const oldest = messages[0]?.sequence;
  const starts = new Set(shown.pageStarts);
  if (oldest !== undefined) starts.add(oldest);
  const hasOlder = page.has_more && isAboveClear(store, page);
  const added = { messages, hasOlder, pageStarts: [...starts] };
  const revision = revisionOf(store, page);
  const { far } = store;
  return followOriginals(
    far ? { ...store, far: { ...far, ...added }, revision } : { ...store, ...added, revision },
  );
}

/** Adds messages after `from`; everything up to the end of the response is then known. */
export function addNewer(store: MessageStore, page: ChatHistoryPage, from: number): MessageStore {
  // A store that was reloaded meanwhile may begin later: earlier messages come with its older pages, without gaps.
  const oldest = store.hasOlder ? (store.messages[0]?.sequence ?? 0) : 0;
  const given = page.messages.filter((message) => message.sequence > oldest);
  const messages = mergeMessages(store.messages, acceptable(store, given));
  const end = page.has_more ? (page.messages.at(-1)?.sequence ?? from) : page.last_sequence;
  const checkedTo = from <= store.checkedTo ? Math.max(store.checkedTo, end) : store.checkedTo;
  return followOriginals({
    ...store,
    messages,
    checkedTo: advanceCheckedTo(messages, checkedTo),
    revision: revisionOf(store, page),
    hasPlainLinks: page.plain_links ?? store.hasPlainLinks,
    strangers: strangersOf(page),
  });
}

/** Whether there is a gap that no catch-up has checked. */
export const hasGap = (store: MessageStore): boolean =>
  (store.messages.at(-1)?.sequence ?? 0) > store.checkedTo;
