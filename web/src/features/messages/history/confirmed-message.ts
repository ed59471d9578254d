import type { Attachments } from '../composer/attachments.ts';
import type { ChatMessage } from './conversation.ts';
import { asProvisional } from './message-order.ts';

/** What the sender knows of a message that was just confirmed. */
export type OwnWords = {
  readonly sender: string;
  readonly content: string;
  readonly attachments: Attachments;
  /** Whom a whisper is for; nobody for words to all. */
  readonly recipients?: readonly string[];
};

/** What a confirmation says. */
export type Confirmation = Pick<ChatMessage, '_id' | 'sequence' | 'timestamp' | 'clientMessageId'>;

/** The message that a confirmation makes of the sender's own words, until the server's version is here (GC-47). */
export function confirmedMessage(words: OwnWords, confirmation: Confirmation): ChatMessage {
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
    is_private: recipients.length > 0,
    recipient_usernames: [...recipients],
    clientMessageId: confirmation.clientMessageId,
  });
}
