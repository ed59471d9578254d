import type { ChatMessage } from '../history/conversation.ts';
import { dayKey } from '../../../ui/time-format.ts';
import type { StoreNotice, MessageStore } from '../history/message-store.ts';
import type { OutboxMessage } from '../outbox/outbox-entry.ts';

/** Messages of one sender within this time share a heading, in ms. */
const GROUP_MS = 5 * 60_000;

/**
 * A row of the message list. `key` stays the same for the lifetime of a row, also when an own message is acknowledged.
 */
export type MessageRow =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'unread'; readonly key: string }
  | { readonly kind: 'notice'; readonly key: string; readonly message: ChatMessage }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: ChatMessage;
      readonly isOwn: boolean;
      readonly isFirst: boolean;
    }
  | {
      readonly kind: 'pending';
      readonly key: string;
      readonly entry: OutboxMessage;
      readonly isFirst: boolean;
    };

/** The input of the rows. */
export type RowsInput = {
  readonly store: MessageStore;
  readonly pending: readonly OutboxMessage[];
  readonly account: string;
  /** The last sequence read on the previous visit; 0 for none: then there is no unread line. */
  readonly readTo: number;
};

const keyOf = (message: ChatMessage, isOwn: boolean): string =>
  isOwn && message.clientMessageId ? `own-${message.clientMessageId}` : `at-${message.sequence}`;

function continuesGroup(previous: ChatMessage | undefined, message: ChatMessage): boolean {
  if (!previous || previous.sender !== message.sender) return false;
  if (Boolean(previous.is_private) !== Boolean(message.is_private)) return false;
  return Date.parse(message.timestamp) - Date.parse(previous.timestamp) <= GROUP_MS;
}

const isSystem = (message: ChatMessage): boolean =>
  message.is_admin === true || message.is_private_notification === true;

/** Notices after `sequence` and before the next message. */
const noticesAfter = (notices: readonly StoreNotice[], sequence: number): readonly ChatMessage[] =>
  notices.flatMap(({ message, afterSequence }) => (afterSequence === sequence ? [message] : []));

function messageRows({ store, account, readTo }: RowsInput): MessageRow[] {
  const starts = new Set(store.pageStarts);
  const rows: MessageRow[] = [];
  let previous: ChatMessage | undefined; // the message that a group could continue
  let dayBefore: string | undefined;
  let isUnreadShown = readTo === 0;
  /**
   * Adds a day row when the day changes; while there is more history, the oldest row has no day, so that rows never
   * move.
   */
  const beginDay = ({ timestamp: at }: ChatMessage, key: string): boolean => {
    const day = dayKey(at);
    const startsDay = dayBefore === undefined ? !store.hasOlder : dayBefore !== day;
    if (startsDay) rows.push({ kind: 'day', key: `day-${key}`, at });
    dayBefore = day;
    return startsDay;
  };
  const addNotices = (notices: readonly ChatMessage[]) => {
    for (const message of notices) {
      beginDay(message, message._id);
      rows.push({ kind: 'notice', key: message._id, message });
    }
  };
  addNotices(noticesAfter(store.notices, 0));
  for (const message of store.messages) {
    const isOwn = message.sender === account;
    const isOldest = dayBefore === undefined;
    const startsDay = beginDay(message, String(message.sequence));
    if (!isUnreadShown && message.sequence > readTo && !isOwn) {
      isUnreadShown = true;
      if (!isOldest) rows.push({ kind: 'unread', key: 'unread' });
    }
    const isFirst = startsDay || starts.has(message.sequence) || !continuesGroup(previous, message);
    if (isSystem(message)) rows.push({ kind: 'notice', key: keyOf(message, false), message });
    else rows.push({ kind: 'message', key: keyOf(message, isOwn), message, isOwn, isFirst });
    addNotices(noticesAfter(store.notices, message.sequence));
    previous = isSystem(message) ? undefined : message;
  }
  return rows;
}

/** The rows of the list: history, then pending messages of this user. */
export function buildRows(input: RowsInput): readonly MessageRow[] {
  const shownTexts = new Set(
    input.pending.map((entry) => (entry.state === 'failed' ? entry.detail : undefined)),
  );
  // A refusal is shown at its message; the notice would repeat it.
  const rows = messageRows(input).filter(
    (row) =>
      !(row.kind === 'notice' && row.message.is_private_notification && shownTexts.has(row.message.content)),
  );
  const confirmed = new Set(input.store.messages.slice(-500).map((message) => message.clientMessageId));
  const waiting = input.pending.filter((entry) => !confirmed.has(entry.clientMessageId));
  const last = input.store.messages.at(-1);
  for (const [index, entry] of waiting.entries()) {
    const isFirst = index === 0 && last?.sender !== input.account;
    rows.push({ kind: 'pending', key: `own-${entry.clientMessageId}`, entry, isFirst });
  }
  return rows;
}
