import { defineErrors } from '../kernel/errors.ts';

/** Errors that messages in rooms and in private chats share. */
export const messagesErrors = defineErrors({
  message_not_found: { status: 404, detail: 'This message is not here any more' },
  message_empty: { status: 400, detail: 'Message or image required' },
  message_too_long: { status: 400, detail: 'This message is too long' },
  sending_too_fast: { status: 429, detail: 'Please wait before sending another message' },
  message_not_sent: { status: 503, detail: 'This message could not be sent. Please try again.' },
  invalid_emoji: { status: 400, detail: 'Choose one emoji' },
  not_possible: { status: 400, detail: 'You can’t react to this' },
  reactions_full: { status: 400, detail: 'This message has enough different reactions' },
  self_mismatch: { status: 403, detail: 'Invalid token. Please log in again.' },
  blocked_by_user: { status: 403, detail: 'You are blocked by this user' },
});
