import { EDIT_WINDOW_MAX_HOURS } from '@adda/contract/messages';
import type { EditTarget } from '../composer/attachments.ts';
import type { ChatMessage } from '../history/conversation.ts';

/**
 * Whether an edit of a message is offered: an own one with text. The window is a setting of the server, which refuses
 * what is older; nothing is offered beyond the longest possible window (ED-01).
 */
export const mayBeEdited = (message: ChatMessage, account: string, now = Date.now()): boolean =>
  message.sender === account &&
  !message.is_deleted &&
  message.content !== '' &&
  now - Date.parse(message.timestamp) < EDIT_WINDOW_MAX_HOURS * 3_600_000;

/** What an edit keeps of a message. */
export const editTargetOf = (message: ChatMessage): EditTarget => ({
  messageId: message._id,
  content: message.content,
  hasAttachment:
    message.image_url !== null ||
    message.image_id !== null ||
    Boolean(message.youtube_url ?? message.audio_url),
  recipients: message.recipient_usernames ?? [],
});
