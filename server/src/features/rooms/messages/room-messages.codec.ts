import type { GroupMessage, GroupOutgoing } from '@adda/contract/rooms';
import type { OutgoingEvent } from '../../../platform/realtime/index.ts';
import type { Committed, StoredMessage } from '../../messages/index.ts';
import { messageIdOf, UNCHANGED } from '../../messages/index.ts';
import type { GivenGift, MessageContext, RoomMedia } from '../rooms.types.ts';

/** Sender of system notices (GC-33). */
const SYSTEM = 'system';

/** Returns the address of an image for the reader of a message. */
type LinkOf = (imageId: string) => string;

/** Returns links for one user, in responses. */
export function linksForPerson(media: Pick<RoomMedia, 'imageLink'>, userId: number): LinkOf {
  return (imageId) => media.imageLink(imageId, `user:${userId}`);
}

/** Returns links for all recipients of a room event. */
export function linksForRoom(media: Pick<RoomMedia, 'imageLink'>, groupId: string): LinkOf {
  return (imageId) => media.imageLink(imageId, `group:${groupId}`);
}

/** Returns the wire form of a stored message, the same in history and over sockets (GC-33, X-34). */
export function groupMessageOf(
  groupId: string,
  conversationId: number,
  message: StoredMessage,
  linkOf: LinkOf,
): GroupMessage {
  const { image } = message;
  return {
    _id: messageIdOf(conversationId, message.sequence),
    sequence: message.sequence,
    group_id: groupId,
    groupId,
    sender: message.sender ?? SYSTEM,
    content: message.content,
    image_url: image?.size ? linkOf(image.id) : null,
    youtube_url: message.youtubeUrl,
    image_id: image?.id ?? null,
    image_width: image?.size?.width ?? null,
    image_height: image?.size?.height ?? null,
    timestamp: new Date(message.createdAt).toISOString(),
    is_deleted: message.isDeleted,
    is_private: message.recipients !== null,
    recipient_usernames: [...(message.recipients ?? [])],
    clientMessageId: message.clientMessageId,
    is_admin: message.senderId === null,
    is_private_notification: false,
    version: message.version,
    reactions: [...message.reactions],
  };
}

/** The fields of a message without a sender, apart from its content and position. */
const FROM_SYSTEM = {
  senderId: null,
  sender: null,
  clientMessageId: null,
  image: null,
  youtubeUrl: null,
  recipients: null,
  ...UNCHANGED,
} as const;

/** Returns the wire form of a new message for all its recipients. */
export function publishedMessage(
  { draft, context, sequence, createdAt }: Committed<MessageContext>,
  linkOf: LinkOf,
): GroupMessage {
  const message = {
    sequence,
    createdAt,
    senderId: draft.senderId,
    sender: draft.senderId === null ? null : context.sender,
    clientMessageId: draft.clientMessageId,
    content: draft.content,
    image: context.image ? { id: context.image.id, size: context.image } : null,
    youtubeUrl: draft.youtubeUrl ?? null,
    recipients: draft.recipientIds ? context.recipients : null,
    ...UNCHANGED,
  };
  return groupMessageOf(context.groupId, draft.conversationId, message, linkOf);
}

/** Returns the wire form of a notice that was stored just now; `content` has its names. */
export const publishedNotice = (
  groupId: string,
  { conversationId, ...stored }: GivenGift['notice'],
): GroupMessage =>
  groupMessageOf(groupId, conversationId, { ...FROM_SYSTEM, ...stored }, (imageId) => imageId);

/** Returns the confirmation of a stored message for its sender (RT-12). */
export function confirmationOf({
  draft,
  sequence,
  createdAt,
}: Committed<MessageContext>): OutgoingEvent<GroupOutgoing> {
  return {
    event: 'message_confirmation',
    payload: {
      clientMessageId: draft.clientMessageId,
      _id: messageIdOf(draft.conversationId, sequence),
      timestamp: new Date(createdAt).toISOString(),
      sequence,
    },
  };
}

let notices = 0;

/**
 * Returns a message for one connection that is not stored. Conversation 0 does not exist, so its id belongs to
 * no message; sequence 0 keeps it out of catch-up.
 */
export function noticeOf(groupId: string, content: string): GroupMessage {
  notices = (notices + 1) % 46_656; // three digits in base 36
  const createdAt = Date.now();
  const message = { ...FROM_SYSTEM, sequence: 0, createdAt, content };
  const id = `0-${createdAt.toString(36)}${notices.toString(36).padStart(3, '0')}`;
  const notice = groupMessageOf(groupId, 0, message, (imageId) => imageId);
  return { ...notice, _id: id, is_private_notification: true };
}
