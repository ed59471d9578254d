import type { GroupMessage } from '@adda/contract/rooms';
import { dayKey } from '../../ui/time-format.ts';
import type { BookNotice, MessageBook } from './message-book.ts';
import type { OutboxEntry } from './outbox.ts';

/** Messages of one sender no further apart than this share a heading. */
const GROUP_MS = 5 * 60_000;

/** One line of the message list. `key` stays the same while a row lives, also when the own one is confirmed. */
export type MessageRow =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'unread'; readonly key: string }
  | { readonly kind: 'notice'; readonly key: string; readonly message: GroupMessage }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: GroupMessage;
      readonly isOwn: boolean;
      readonly isFirst: boolean;
    }
  | {
      readonly kind: 'pending';
      readonly key: string;
      readonly entry: OutboxEntry;
      readonly isFirst: boolean;
    };

/** What the rows are made of. */
export type RowsInput = {
  readonly book: MessageBook;
  readonly pending: readonly OutboxEntry[];
  readonly account: string;
  /** The last sequence that was read on the visit before; 0 for none: no unread line then. */
  readonly readTo: number;
};

const keyOf = (message: GroupMessage, isOwn: boolean): string =>
  isOwn && message.clientMessageId ? `own-${message.clientMessageId}` : `at-${message.sequence}`;

function belongsTo(previous: GroupMessage | undefined, message: GroupMessage): boolean {
  if (!previous || previous.sender !== message.sender || previous.is_private !== message.is_private)
    return false;
  return Date.parse(message.timestamp) - Date.parse(previous.timestamp) <= GROUP_MS;
}

const isSystem = (message: GroupMessage): boolean => message.is_admin || message.is_private_notification;

/** Notices that came in after `sequence` and before the next message. */
function noticesAfter(notices: readonly BookNotice[], sequence: number): MessageRow[] {
  return notices.flatMap(({ message, afterSequence }) =>
    afterSequence === sequence ? [{ kind: 'notice', key: message._id, message } as const] : [],
  );
}

function messageRows({ book, account, readTo }: RowsInput): MessageRow[] {
  const starts = new Set(book.pageStarts);
  const rows: MessageRow[] = [...noticesAfter(book.notices, 0)];
  let previous: GroupMessage | undefined; // the one that a group could go on from
  let dayBefore: string | undefined;
  let isUnreadShown = readTo === 0;
  for (const message of book.messages) {
    const at = message.timestamp;
    const isOwn = message.sender === account;
    // While there is more above, the oldest has no day: rows that are shown never move when older ones come.
    const day = dayKey(at);
    const startsDay = dayBefore === undefined ? !book.hasOlder : dayBefore !== day;
    if (startsDay) rows.push({ kind: 'day', key: `day-${message.sequence}`, at });
    if (!isUnreadShown && message.sequence > readTo && !isOwn) {
      isUnreadShown = true;
      if (dayBefore !== undefined) rows.push({ kind: 'unread', key: 'unread' });
    }
    const isFirst = startsDay || starts.has(message.sequence) || !belongsTo(previous, message);
    if (isSystem(message)) rows.push({ kind: 'notice', key: keyOf(message, false), message });
    else rows.push({ kind: 'message', key: keyOf(message, isOwn), message, isOwn, isFirst });
    rows.push(...noticesAfter(book.notices, message.sequence));
    dayBefore = day;
    previous = isSystem(message) ? undefined : message;
  }
  return rows;
}

/** The rows of the list: history, then what this person said that is not confirmed yet. */
export function buildRows(input: RowsInput): readonly MessageRow[] {
  const rows = messageRows(input);
  const confirmed = new Set(input.book.messages.slice(-500).map((message) => message.clientMessageId));
  const waiting = input.pending.filter((entry) => !confirmed.has(entry.clientMessageId));
  const last = input.book.messages.at(-1);
  for (const [index, entry] of waiting.entries()) {
    const isFirst = index === 0 && last?.sender !== input.account;
    rows.push({ kind: 'pending', key: `own-${entry.clientMessageId}`, entry, isFirst });
  }
  return rows;
}
