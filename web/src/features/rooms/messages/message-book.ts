import type { GroupMessage, HistoryPage } from '@adda/contract/rooms';
import { advanced, placed, placeOf, tombstone } from './message-order.ts';

/** A notice to this connection alone. It has no sequence: it stays where it came in. */
export type BookNotice = { readonly message: GroupMessage; readonly afterSequence: number };

/**
 * What this client holds of a room's messages. Every way in (pages, events, confirmations, polls) goes through
 * the functions below and those of message-deletions.ts, which may be repeated and reordered at will.
 */
export type MessageBook = {
  /** Ascending by `sequence`, each sequence once, all above `clearedTo`. */
  readonly messages: readonly GroupMessage[];
  readonly notices: readonly BookNotice[];
  /**
   * The server has said everything up to here. A sequence above it may hide a lost event; one below that is not
   * held is somebody else's whisper.
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
};

/** A book with nothing in it. */
export const emptyBook: MessageBook = {
  messages: [],
  notices: [],
  checkedTo: 0,
  hasOlder: false,
  pageStarts: [],
  revision: 0,
  clearedTo: 0,
  deleted: new Set(),
};

/** What may go into the book of what was given: nothing that was cleared, and of what was deleted only its place. */
function admitted(book: MessageBook, given: readonly GroupMessage[]): readonly GroupMessage[] {
  return given
    .filter((message) => message.sequence > book.clearedTo)
    .map((message) =>
      book.deleted.has(message.sequence) && !message.is_deleted ? tombstone(message) : message,
    );
}

function withNotices(book: MessageBook, given: readonly GroupMessage[]): MessageBook {
  const ids = new Set(book.notices.map((notice) => notice.message._id));
  const fresh = given.filter((message) => !ids.has(message._id));
  if (fresh.length === 0) return book;
  const afterSequence = book.messages.at(-1)?.sequence ?? 0;
  return {
    ...book,
    notices: [...book.notices, ...fresh.map((message) => ({ message, afterSequence }))],
  };
}

/** Takes in messages from an event or a confirmation: each once, in order of sequence. */
export function upsertMessages(book: MessageBook, given: readonly GroupMessage[]): MessageBook {
  const spoken = admitted(
    book,
    given.filter((message) => message.sequence > 0),
  );
  const told = withNotices(
    book,
    given.filter((message) => message.sequence <= 0),
  );
  if (spoken.length === 0) return told;
  const messages = placed(told.messages, spoken);
  return { ...told, messages, checkedTo: advanced(messages, told.checkedTo) };
}

/**
 * A book of the newest page, in place of the one held if there is one: what arrived after the page was made and what
 * is known to be deleted stay.
 */
export function openBook(page: HistoryPage, held: MessageBook = emptyBook): MessageBook {
  const clearedTo = Math.max(page.cleared_to, held.clearedTo);
  const blank = { ...emptyBook, clearedTo, deleted: new Set([...held.deleted, ...page.deleted_sequences]) };
  const messages = placed([], admitted(blank, page.messages));
  const oldest = messages[0]?.sequence;
  const checkedTo = Math.max(page.last_sequence, page.messages.at(-1)?.sequence ?? 0, clearedTo);
  const book: MessageBook = {
    ...blank,
    messages,
    checkedTo,
    // A page from before a clear says that there is more where nothing is any more.
    hasOlder: page.has_more && oldest !== undefined && oldest > clearedTo + 1,
    pageStarts: oldest === undefined ? [] : [oldest],
    revision: page.revision,
  };
  return upsertMessages(book, held.messages.slice(placeOf(held.messages, checkedTo + 1)));
}

/** A page that was on its way for longer may hold what was deleted meanwhile: deletions since then are asked for again. */
const knownWith = (book: MessageBook, page: HistoryPage): number => Math.min(book.revision, page.revision);

/** Takes in the page before the oldest message. */
export function addOlder(book: MessageBook, page: HistoryPage, before: string): MessageBook {
  if (book.messages[0]?.timestamp !== before) return book; // another page was quicker
  const given = admitted(book, page.messages);
  const messages = placed(book.messages, given);
  const oldest = messages[0]?.sequence;
  const starts = new Set(book.pageStarts);
  if (oldest !== undefined) starts.add(oldest);
  const hasOlder = page.has_more && given.length === page.messages.length;
  return { ...book, messages, hasOlder, pageStarts: [...starts], revision: knownWith(book, page) };
}

/** Takes in what came after `from`; everything up to the end of the answer is checked then. */
export function addNewer(book: MessageBook, page: HistoryPage, from: number): MessageBook {
  // A book that was opened anew meanwhile may begin later: what lies before it comes with its older pages, without holes.
  const oldest = book.hasOlder ? (book.messages[0]?.sequence ?? 0) : 0;
  const given = page.messages.filter((message) => message.sequence > oldest);
  const messages = placed(book.messages, admitted(book, given));
  const end = page.has_more ? (page.messages.at(-1)?.sequence ?? from) : page.last_sequence;
  const checkedTo = from <= book.checkedTo ? Math.max(book.checkedTo, end) : book.checkedTo;
  return { ...book, messages, checkedTo: advanced(messages, checkedTo), revision: knownWith(book, page) };
}

/** Whether a sequence was jumped over that the server has not been asked about. */
export const hasGap = (book: MessageBook): boolean => (book.messages.at(-1)?.sequence ?? 0) > book.checkedTo;

/** Puts a notice of this client's own at the end, such as that somebody has come in; it is never sent (GC-33). */
export function addLocalNotice(book: MessageBook, text: string): MessageBook {
  const groupId = book.messages.at(-1)?.group_id ?? '';
  const notice: GroupMessage = {
    _id: `local-${crypto.randomUUID()}`,
    sequence: 0,
    group_id: groupId,
    groupId,
    sender: 'system',
    content: text,
    image_url: null,
    youtube_url: null,
    image_id: null,
    image_width: null,
    image_height: null,
    timestamp: new Date().toISOString(),
    is_deleted: false,
    is_private: false,
    recipient_usernames: [],
    clientMessageId: null,
    is_admin: true,
    is_private_notification: false,
  };
  return withNotices(book, [notice]);
}

/** Somebody has another name now: their words and what was whispered to them carry it (SV-04). */
export function renameInBook(book: MessageBook, oldName: string, name: string): MessageBook {
  const renamed = (message: GroupMessage): GroupMessage =>
    message.sender === oldName || message.recipient_usernames.includes(oldName)
      ? {
          ...message,
          sender: message.sender === oldName ? name : message.sender,
          recipient_usernames: message.recipient_usernames.map((each) => (each === oldName ? name : each)),
        }
      : message;
  return { ...book, messages: book.messages.map(renamed) };
}
