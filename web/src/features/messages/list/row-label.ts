import { displayedName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { clockTime } from '../../../ui/time-format.ts';
import { draftOf } from '../outbox/outbox-entry.ts';
import type { ChatMessage } from '../history/conversation.ts';
import { announcementOf } from './live-messages.tsx';
import type { MessageRow } from './message-rows.ts';

/** Describes a message: 'riya: tea?, 09:07 pm, reactions: 👍 2'. */
function messageLabel(
  message: ChatMessage,
  isOwn: boolean,
  selected: readonly ChatMessage[] | undefined,
): string {
  const { is_deleted: isDeleted, reactions = [], forwarded_from: from } = message;
  const author = from ? displayedName(from.username) : '';
  const sender = isOwn ? t`You` : displayedName(message.sender);
  const what = isDeleted ? `${sender}: ${t`This message was deleted`}` : announcementOf(message, sender);
  const list = isDeleted ? '' : reactions.map(({ emoji, count }) => `${emoji} ${count}`).join(' ');
  return [
    ...(isSelected(message, selected) ? [t`selected`] : []),
    ...(author === '' || isDeleted ? [] : [t`forwarded from ${author}`]),
    what,
    clockTime(message.timestamp),
    ...(list === '' ? [] : [t`reactions: ${list}`]),
  ].join(', ');
}

const isSelected = (message: ChatMessage, selected: readonly ChatMessage[] = []): boolean =>
  selected.some(({ _id: id }) => id === message._id);

/**
 * Describes a row for screen readers when it has the focus; undefined for rows that never have it (RX-06). `selected` has the
 * selected messages, if messages are being selected.
 */
export function rowLabel(row: MessageRow, selected?: readonly ChatMessage[]): string | undefined {
  switch (row.kind) {
    case 'message':
      return messageLabel(row.message, row.isOwn, selected);
    case 'notice':
      return row.message.content;
    case 'pending': {
      const { text } = draftOf(row.entry);
      const state = { queued: t`Queued`, sending: t`Sending`, failed: t`Not sent` }[row.entry.state];
      return [`${t`You`}: ${text}`, state].join(', ');
    }
    case 'day':
    case 'unread':
    default:
      return undefined;
  }
}
