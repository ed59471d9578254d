/** How private messages are sent; the pages and the service worker send the same. */
import type { SendPrivateMessage } from '@adda/contract/direct';
import type { OutboxMessage } from '../../messages/index.ts';

/** A message in the format of the server (RT-18); its image is already uploaded. */
export function sentMessageOf(recipient: string, entry: OutboxMessage): SendPrivateMessage {
  const { attachments: { image, voice } = {}, replyTo, noPreview } = entry;
  return {
    recipient,
    content: entry.content,
    ...(image && { image_id: image.id, image_url: image.url }),
    ...(replyTo && { reply_to: replyTo.quote.message_id }),
    ...(voice && { audio_id: voice.id }),
    ...(noPreview && { no_preview: true }),
    timestamp: new Date(entry.queuedAt).toISOString(),
    clientMessageId: entry.clientMessageId,
  };
}
