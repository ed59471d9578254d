import type { PrivateMessage } from '@adda/contract/direct';
import type { Committed, StoredMessage } from '../../messages/index.ts';
import { messageIdOf, UNCHANGED } from '../../messages/index.ts';
import type { PrivateContext, PrivateMedia } from '../direct.types.ts';
import type { LiveEvent } from '../../live/index.ts';

/** Returns the address of an image for one reader. */
export type LinkOf = (imageId: string) => string;

/** Returns links for one user; private chats have no shared links. */
export function linksFor(media: Pick<PrivateMedia, 'imageLink'>, userId: number): LinkOf {
  return (imageId) => media.imageLink(imageId, `user:${userId}`);
}

/** The facts about the two users of a stored message. */
export type Seen = {
  readonly conversationId: number;
  readonly sender: string;
  readonly recipient: string;
  readonly isRead: boolean;
};

/** Returns the wire form of a stored message, the same in history and over sockets (PC-17). */
export function privateMessageOf(message: StoredMessage, seen: Seen, linkOf: LinkOf): PrivateMessage {
  const { image } = message;
  return {
    _id: messageIdOf(seen.conversationId, message.sequence),
    sequence: message.sequence,
    sender: seen.sender,
    recipient: seen.recipient,
    content: message.content,
    image_url: image?.size ? linkOf(image.id) : null,
    image_id: image?.id ?? null,
    image_width: image?.size?.width ?? null,
    image_height: image?.size?.height ?? null,
    timestamp: new Date(message.createdAt).toISOString(),
    is_deleted: message.isDeleted,
    clientMessageId: message.clientMessageId,
    is_fake: false,
    is_read: seen.isRead,
    version: message.version,
    reactions: [...message.reactions],
  };
}

/** Returns the wire form of a message that was stored just now, for one reader. */
export function publishedMessage(
  { draft, context, sequence, createdAt }: Committed<PrivateContext>,
  isRead: boolean,
  linkOf: LinkOf,
): PrivateMessage {
  const message = {
    sequence,
    createdAt,
    senderId: draft.senderId,
    sender: context.username,
    clientMessageId: draft.clientMessageId,
    content: draft.content,
    image: context.image ? { id: context.image.id, size: context.image } : null,
    youtubeUrl: null,
    recipients: null,
    ...UNCHANGED,
  };
  const { username: sender, peer } = context;
  const seen = { conversationId: draft.conversationId, sender, recipient: peer.username, isRead };
  return privateMessageOf(message, seen, linkOf);
}

/**
 * Returns the confirmations for the sender: the id and sequence of the message (RT-20), and the link of a new image
 * (RT-21). `own` is the message as its sender sees it.
 */
export function confirmationsOf(
  { context, status }: Committed<PrivateContext>,
  own: PrivateMessage,
): LiveEvent[] {
  const { _id, clientMessageId, timestamp, sequence, image_id, image_url } = own;
  const client_timestamp = context.clientTimestamp;
  const confirmation: LiveEvent = {
    event: 'message_confirmation',
    payload: { clientMessageId, _id, timestamp, sequence, client_timestamp },
  };
  if (image_id === null || image_url === null || status === 'repeated') return [confirmation];
  return [confirmation, { event: 'image_processed', payload: { image_id, image_url, _id } }];
}
