/** How messages of a room are sent; the pages and the service worker send the same. */
import type { SendGroupMessage } from '@adda/contract/rooms';
import type { OutboxMessage } from '../../messages/index.ts';

/** A message in the format of the server (RT-03); its image is already uploaded. */
export function groupMessageOf(groupId: string, entry: OutboxMessage): SendGroupMessage {
  const { attachments: { image, video, voice } = {}, replyTo, audience, noPreview } = entry;
  return {
    group_id: groupId,
    content: entry.content,
    ...(image && { image_id: image.id }),
    ...(video && { youtube_url: video.url }),
    ...(replyTo && { reply_to: replyTo.quote.message_id }),
    ...(audience && { audience }),
    ...(noPreview && { no_preview: true }),
    ...(voice && { audio_id: voice.id }),
    timestamp: new Date(entry.queuedAt).toISOString(),
    clientMessageId: entry.clientMessageId,
  };
}
