import type { Attachments } from '../composer/attachments.ts';
import type { ChatMessage } from './conversation.ts';
import { asProvisional } from './message-order.ts';

/** The sender's data of a message that was just acknowledged. */
export type SentMessage = {
  readonly sender: string;
  readonly content: string;
  readonly attachments: Attachments;
  /** Recipients of a whisper; empty for a message to all. */
  readonly recipients?: readonly string[];
};

/** The payload of an acknowledgement. */
export type Confirmation = Pick<ChatMessage, '_id' | 'sequence' | 'timestamp' | 'clientMessageId'>;

/**
 * Builds the message from the acknowledgement and the sender's own data, until the server's version arrives (GC-47).
 */
export function confirmedMessage(words: SentMessage, confirmation: Confirmation): ChatMessage {
  const { image, video } = words.attachments;
  const recipients = words.recipients ?? [];
  return asProvisional({
    _id: confirmation._id,
    sequence: confirmation.sequence,
    sender: words.sender,
    content: words.content,
    image_url: image?.url ?? null,
    youtube_url: video?.url ?? null,
    image_id: image?.id ?? null,
    image_width: image?.width ?? null,
    image_height: image?.height ?? null,
    timestamp: confirmation.timestamp,
    is_deleted: false,
    version: 0,
    reactions: [],
    is_private: recipients.length > 0,
    recipient_usernames: [...recipients],
    clientMessageId: confirmation.clientMessageId,
  });
}
