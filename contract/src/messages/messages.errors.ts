import { defineErrors } from '../kernel/errors.ts';

/** Errors that messages in rooms and in private chats share. */
export const messagesErrors = defineErrors({
  message_not_found: { status: 404, detail: 'This message is not here any more' },
  message_empty: { status: 400, detail: 'Message or image required' },
  one_attachment: {
    status: 400,
    detail: 'A voice message goes without an image or a video',
  },
  nothing_to_mute: { status: 404, detail: 'There is no chat to mute yet' },
  mute_until_past: { status: 400, detail: 'Choose a time in the future' },
  not_for_strangers: { status: 403, detail: 'You can send this after they answer' },
  awaiting_answer: { status: 429, detail: 'Wait for an answer before you write more' },
  request_too_long: { status: 400, detail: 'Keep it under 500 characters until they answer' },
  message_too_long: { status: 400, detail: 'This message is too long' },
  sending_too_fast: { status: 429, detail: 'Please wait before sending another message' },
  message_not_sent: { status: 503, detail: 'This message could not be sent. Please try again.' },
  invalid_emoji: { status: 400, detail: 'Choose one emoji' },
  not_possible: { status: 400, detail: 'You can’t react to this' },
  reply_not_found: { status: 404, detail: 'The message you answer is not here any more' },
  cannot_forward: { status: 403, detail: 'This can’t be forwarded' },
  edit_too_late: { status: 403, detail: 'This message is too old to change' },
  not_your_message: { status: 403, detail: 'You can change only your own messages' },
  no_text_to_change: { status: 400, detail: 'This message has no text to change' },
  reactions_full: { status: 400, detail: 'This message has enough different reactions' },
  self_mismatch: { status: 403, detail: 'Invalid token. Please log in again.' },
  blocked_by_user: { status: 403, detail: 'You are blocked by this user' },
});
