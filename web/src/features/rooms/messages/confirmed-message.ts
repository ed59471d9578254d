import type { GroupMessage, MessageConfirmation } from '@adda/contract/rooms';
import type { Attachments } from '../composer/attachments.ts';
import { asProvisional } from './message-order.ts';

/** What the sender knows of a message that was just confirmed. */
export type OwnWords = {
  readonly groupId: string;
  readonly sender: string;
  readonly content: string;
  readonly attachments: Attachments;
  readonly recipients: readonly string[];
};

/** The message that a confirmation makes of the sender's own words, until the server's version is here (GC-47). */
export function confirmedMessage(words: OwnWords, confirmation: MessageConfirmation): GroupMessage {
  const { image, video } = words.attachments;
  return asProvisional({
    _id: confirmation._id,
    sequence: confirmation.sequence,
    group_id: words.groupId,
    groupId: words.groupId,
    sender: words.sender,
    content: words.content,
    image_url: image?.url ?? null,
    youtube_url: video?.url ?? null,
    image_id: image?.id ?? null,
    image_width: image?.width ?? null,
    image_height: image?.height ?? null,
    timestamp: confirmation.timestamp,
    is_deleted: false,
    is_private: words.recipients.length > 0,
    recipient_usernames: [...words.recipients],
    clientMessageId: confirmation.clientMessageId,
    is_admin: false,
    is_private_notification: false,
  });
}
