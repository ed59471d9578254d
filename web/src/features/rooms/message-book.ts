import type { GroupMessage, HistoryPage, MessageConfirmation } from '@adda/contract/rooms';

/** A notice to this connection alone. It has no sequence: it stays where it came in. */
export type BookNotice = { readonly message: GroupMessage; readonly afterSequence: number };

/**
 * What this client holds of a room's messages. Every way in (pages, events, confirmations, polls) goes through
 * the functions below, which may be repeated and reordered at will.
 */
export type MessageBook = {
  /** Ascending by `sequence`, each sequence once. */
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
};

/** Sequences of messages that were made from a confirmation and give way to the server's own words. */
const provisional = new WeakSet<GroupMessage>();

/** A book with nothing in it. */
export const emptyBook: MessageBook = {
  messages: [],
  notices: [],
  checkedTo: 0,
  hasOlder: false,
  pageStarts: [],
};

/** Which of two versions of one message stays: the server's over a provisional one, a deletion over everything. */
function newer(held: GroupMessage, given: GroupMessage): GroupMessage {
  if (provisional.has(given)) return held;
  return held.is_deleted && !given.is_deleted ? held : given;
}

/** Index of the first message at or after `sequence`. */
function placeOf(messages: readonly GroupMessage[], sequence: number): number {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((messages[middle]?.sequence ?? 0) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}

function placed(messages: readonly GroupMessage[], given: readonly GroupMessage[]): readonly GroupMessage[] {
  const next = [...messages];
  for (const message of given) {
    const index = placeOf(next, message.sequence);
    const held = next[index];
    if (held?.sequence === message.sequence) next[index] = newer(held, message);
    else next.splice(index, 0, message);
  }
  return next;
}

/** `checkedTo` moved over messages that follow it without a gap. */
function advanced(messages: readonly GroupMessage[], checkedTo: number): number {
  let reached = checkedTo;
  for (let index = placeOf(messages, reached + 1); messages[index]?.sequence === reached + 1; index += 1) {
    reached += 1;
  }
  return reached;
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
  const spoken = given.filter((message) => message.sequence > 0);
  const told = withNotices(
    book,
    given.filter((message) => message.sequence <= 0),
  );
  if (spoken.length === 0) return told;
  const messages = placed(told.messages, spoken);
  return { ...told, messages, checkedTo: advanced(messages, told.checkedTo) };
}

/** A book of the newest page. */
export function openBook(page: HistoryPage): MessageBook {
  const oldest = page.messages[0]?.sequence;
  return {
    messages: placed([], page.messages),
    notices: [],
    checkedTo: Math.max(page.last_sequence, page.messages.at(-1)?.sequence ?? 0),
    hasOlder: page.has_more,
    pageStarts: oldest === undefined ? [] : [oldest],
  };
}

/** Takes in the page before the oldest message. */
export function addOlder(book: MessageBook, page: HistoryPage, before: string): MessageBook {
  if (book.messages[0]?.timestamp !== before) return book; // another page was quicker
  const messages = placed(book.messages, page.messages);
  const oldest = messages[0]?.sequence;
  const starts = new Set(book.pageStarts);
  if (oldest !== undefined) starts.add(oldest);
  return { ...book, messages, hasOlder: page.has_more, pageStarts: [...starts] };
}

/** Takes in what came after `from`; everything up to the end of the answer is checked then. */
export function addNewer(book: MessageBook, page: HistoryPage, from: number): MessageBook {
  const messages = placed(book.messages, page.messages);
  const end = page.has_more ? (page.messages.at(-1)?.sequence ?? from) : page.last_sequence;
  const checkedTo = from <= book.checkedTo ? Math.max(book.checkedTo, end) : book.checkedTo;
  return { ...book, messages, checkedTo: advanced(messages, checkedTo) };
}

/** Whether a sequence was jumped over that the server has not been asked about. */
export const hasGap = (book: MessageBook): boolean => (book.messages.at(-1)?.sequence ?? 0) > book.checkedTo;

/** The message that a confirmation makes of the sender's own words, until the server's version is here (GC-47). */
export function confirmedMessage(
  words: { groupId: string; sender: string; content: string; recipients: readonly string[] },
  confirmation: MessageConfirmation,
): GroupMessage {
  const message: GroupMessage = {
    _id: confirmation._id,
    sequence: confirmation.sequence,
    group_id: words.groupId,
    groupId: words.groupId,
    sender: words.sender,
    content: words.content,
    image_url: null,
    youtube_url: null,
    image_id: null,
    timestamp: confirmation.timestamp,
    is_deleted: false,
    is_private: words.recipients.length > 0,
    recipient_usernames: [...words.recipients],
    clientMessageId: confirmation.clientMessageId,
    is_admin: false,
    is_private_notification: false,
  };
  provisional.add(message);
  return message;
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
