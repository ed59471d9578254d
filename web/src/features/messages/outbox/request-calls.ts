import type { OutboxEdit, OutboxReaction } from './outbox-entry.ts';

/** Routes of the changes of stored messages, for pages and for the service worker. */
export const REACTION_ROUTE = 'POST /messages/:id/reactions';
export const EDIT_ROUTE = 'PATCH /messages/:id';

/** Params and body of a reaction, or of its removal (RX-01). */
export const reactionCall = ({ messageId: id, emoji, on }: OutboxReaction) => ({
  params: { id },
  body: { emoji, on },
});

/** Params and body of an edit (ED-01). A repeated one changes nothing (ED-03). */
export const editCall = ({ messageId: id, key, content }: OutboxEdit) => ({
  params: { id },
  body: { content, edit_key: key },
});

/** No response, too many requests, an ended session that may start again, and a server or proxy that can't answer now. */
const temporary: readonly number[] = [0, 401, 429, 502, 503, 504];

/** Whether the same request may succeed later, by its HTTP status; 0: there was no response. */
export const mayRetryStatus = (status: number): boolean => temporary.includes(status);
