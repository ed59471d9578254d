import type { ChatHistoryPage, ChatMessage } from './conversation.ts';
import { advanced, placed, placeOf, tombstone } from './message-order.ts';

/** A notice to this connection alone. It has no sequence: it stays where it came in. */
export type BookNotice = { readonly message: ChatMessage; readonly afterSequence: number };

/**
 * What this client holds of a conversation's messages. Every way in (pages, events, confirmations, polls) goes through
 * the functions below and those of message-deletions.ts, which may be repeated and reordered at will.
 */
export type MessageStore = {
  /** Ascending by `sequence`, each sequence once, all above `clearedTo`. */
  readonly messages: readonly ChatMessage[];
  readonly notices: readonly BookNotice[];
  /**
   * The server has said everything up to here. A sequence above it may hide a lost event; one below that is not
   * held is somebody else's whisper, or hidden.
   */
  readonly checkedTo: number;
  /** There is more history before the oldest message. */
  readonly hasOlder: boolean;
  /** Where pages begin: rows there keep their sender's name, so that nothing changes height when older ones load. */
  readonly pageStarts: readonly number[];
  /** Every deletion that the server counted up to here is known. */
  readonly revision: number;
  /** Everything up to this sequence was deleted at once; 0 while that never happened. */
  readonly clearedTo: number;
  /** Sequences that were deleted one by one, held or not: an answer from before the deletion may still come. */
  readonly deleted: ReadonlySet<number>;
  /** Sequences that the reader has deleted for themselves: they are not shown, whatever comes (PC-47). */
  readonly hidden: ReadonlySet<number>;
  /** The server wants links of the other person to stay plain text (SV-105). */
  readonly hasPlainLinks: boolean;
};

/** A store with nothing in it. */
export const emptyBook: MessageStore = {
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

/** What may go into the store of what was given: nothing that was cleared or hidden, and of what was deleted only its place. */
function admitted(store: MessageStore, given: readonly ChatMessage[]): readonly ChatMessage[] {
  return given
    .filter(({ sequence }) => sequence > store.clearedTo && !store.hidden.has(sequence))
    .map((message) =>
      store.deleted.has(message.sequence) && !message.is_deleted ? tombstone(message) : message,
    );
}

function withNotices(store: MessageStore, given: readonly ChatMessage[]): MessageStore {
  const ids = new Set(store.notices.map((notice) => notice.message._id));
  const fresh = given.filter((message) => !ids.has(message._id));
  if (fresh.length === 0) return store;
  const afterSequence = store.messages.at(-1)?.sequence ?? 0;
  return {
    ...store,
    notices: [...store.notices, ...fresh.map((message) => ({ message, afterSequence }))],
  };
}

/** Whether a page has left a sequence out: it is hidden from this reader, and an event that says it is late. */
const isMissing = (store: MessageStore, sequence: number): boolean =>
  sequence <= store.checkedTo &&
  sequence > (store.messages[0]?.sequence ?? 0) &&
  store.messages[placeOf(store.messages, sequence)]?.sequence !== sequence;

/** Takes in messages from an event or a confirmation: each once, in order of sequence. */
export function upsertMessages(store: MessageStore, given: readonly ChatMessage[]): MessageStore {
  const spoken = admitted(
    store,
    given.filter((message) => message.sequence > 0 && !isMissing(store, message.sequence)),
  );
  const told = withNotices(
    store,
    given.filter((message) => message.sequence <= 0),
  );
  if (spoken.length === 0) return told;
  const messages = placed(told.messages, spoken);
  return { ...told, messages, checkedTo: advanced(messages, told.checkedTo) };
}

/**
 * A store of the newest page, in place of the one held if there is one: what arrived after the page was made and what
 * is known to be deleted stay.
 */
export function openStore(page: ChatHistoryPage, held: MessageStore = emptyBook): MessageStore {
  const clearedTo = Math.max(page.cleared_to, held.clearedTo);
  const blank = {
    ...emptyBook,
    clearedTo,
    deleted: new Set([...held.deleted, ...page.deleted_sequences]),
    hidden: new Set([...held.hidden, ...(page.hidden_sequences ?? [])]),
    hasPlainLinks: page.plain_links ?? false,
  };
  const messages = placed([], admitted(blank, page.messages));
  const oldest = messages[0]?.sequence;
  const checkedTo = Math.max(page.last_sequence, page.messages.at(-1)?.sequence ?? 0, clearedTo);
  const store: MessageStore = {
    ...blank,
    messages,
    checkedTo,
    // A page from before a clear says that there is more where nothing is any more.
    hasOlder: page.has_more && oldest !== undefined && oldest > clearedTo + 1,
    pageStarts: oldest === undefined ? [] : [oldest],
    revision: page.revision,
  };
  return upsertMessages(store, held.messages.slice(placeOf(held.messages, checkedTo + 1)));
}

/** A page that was on its way for longer may hold what was deleted meanwhile: deletions since then are asked for again. */
const knownWith = (store: MessageStore, page: ChatHistoryPage): number =>
  Math.min(store.revision, page.revision);

/** Takes in the page before the oldest message. */
export function addOlder(store: MessageStore, page: ChatHistoryPage, before: string): MessageStore {
  if (store.messages[0]?.timestamp !== before) return store; // another page was quicker
  const given = admitted(store, page.messages);
  const messages = placed(store.messages, given);
  const oldest = messages[0]?.sequence;
  const starts = new Set(store.pageStarts);
  if (oldest !== undefined) starts.add(oldest);
  const isAboveClear = page.messages.every(({ sequence }) => sequence > store.clearedTo);
  const hasOlder = page.has_more && isAboveClear;
  return { ...store, messages, hasOlder, pageStarts: [...starts], revision: knownWith(store, page) };
}

/** Takes in what came after `from`; everything up to the end of the answer is checked then. */
export function addNewer(store: MessageStore, page: ChatHistoryPage, from: number): MessageStore {
  // A store that was opened anew meanwhile may begin later: what lies before it comes with its older pages, without holes.
  const oldest = store.hasOlder ? (store.messages[0]?.sequence ?? 0) : 0;
  const given = page.messages.filter((message) => message.sequence > oldest);
  const messages = placed(store.messages, admitted(store, given));
  const end = page.has_more ? (page.messages.at(-1)?.sequence ?? from) : page.last_sequence;
  const checkedTo = from <= store.checkedTo ? Math.max(store.checkedTo, end) : store.checkedTo;
  return {
    ...store,
    messages,
    checkedTo: advanced(messages, checkedTo),
    revision: knownWith(store, page),
    hasPlainLinks: page.plain_links ?? store.hasPlainLinks,
  };
}

/** Whether a sequence was jumped over that the server has not been asked about. */
export const hasGap = (store: MessageStore): boolean =>
  (store.messages.at(-1)?.sequence ?? 0) > store.checkedTo;

/** Puts a notice of this client's own at the end, such as that somebody has come in; it is never sent (GC-33). */
export function addLocalNotice(store: MessageStore, text: string): MessageStore {
  const notice: ChatMessage = {
    _id: `local-${crypto.randomUUID()}`,
    sequence: 0,
    sender: 'system',
    content: text,
    image_url: null,
    image_id: null,
    image_width: null,
    image_height: null,
    timestamp: new Date().toISOString(),
    is_deleted: false,
    clientMessageId: null,
    is_admin: true,
  };
  return withNotices(store, [notice]);
}

/** Somebody has another name now: their words and what was whispered to them carry it (SV-04). */
export function renameInStore(store: MessageStore, oldName: string, name: string): MessageStore {
  const renamed = (message: ChatMessage): ChatMessage =>
    message.sender === oldName || message.recipient_usernames?.includes(oldName)
      ? {
          ...message,
          sender: message.sender === oldName ? name : message.sender,
          recipient_usernames: (message.recipient_usernames ?? []).map((each) =>
            each === oldName ? name : each,
          ),
        }
      : message;
  return { ...store, messages: store.messages.map(renamed) };
}
