import type { GroupMessage, GroupOutgoing } from '@adda/contract/rooms';
import type { OutgoingEvent } from '../../../platform/realtime/index.ts';
import type { Committed, LinkOf, StoredMessage } from '../../messages/index.ts';
import { messageFieldsOf, messageIdOf, newMessageOf, UNCHANGED } from '../../messages/index.ts';
import type { GivenGift, MessageContext, RoomMedia } from '../rooms.types.ts';

/** Notices have no files. */
const noLinks: LinkOf = ({ id }) => id;

/** Sender of system notices (GC-33). */
const SYSTEM = 'system';

/** Returns links for one user, in responses. */
export function linksForPerson(media: Pick<RoomMedia, 'messageLink'>, userId: number): LinkOf {
  return (medium) => media.messageLink(medium, `user:${userId}`);
}

/** Returns links for all recipients of a room event. */
export function linksForRoom(media: Pick<RoomMedia, 'messageLink'>, groupId: string): LinkOf {
  return (medium) => media.messageLink(medium, `group:${groupId}`);
}

/** Returns the wire form of a stored message, the same in history and over sockets (GC-33, X-34). */
export function groupMessageOf(
  groupId: string,
  conversationId: number,
  message: StoredMessage,
  linkOf: LinkOf,
): GroupMessage {
  return {
    ...messageFieldsOf(conversationId, message, linkOf),
    group_id: groupId,
    groupId,
    sender: message.sender ?? SYSTEM,
    youtube_url: message.youtubeUrl,
    is_private: message.recipients !== null,
    recipient_usernames: [...(message.recipients ?? [])],
    is_admin: message.senderId === null,
    is_private_notification: false,
    mentions: [...message.mentions],
  };
}

/** The fields of a message without a sender, apart from its content and position. */
const FROM_SYSTEM = {
  senderId: null,
  sender: null,
  clientMessageId: null,
  image: null,
  audio: null,
  youtubeUrl: null,
  recipients: null,
  replyTo: null,
  mentions: [],
  forwardedFrom: null,
  ...UNCHANGED,
} as const;

/** Returns a new message as its sender sees it. */
export const newRoomMessageOf = (committed: Committed<MessageContext>): StoredMessage => {
  const { draft, context } = committed;
  return newMessageOf(committed, {
    sender: draft.senderId === null ? null : context.sender,
    recipients: draft.recipientIds ? context.recipients : null,
    mentions: context.mentions,
  });
};

/** Returns the wire form of a notice that was stored just now; `content` has its names. */
export const publishedNotice = (
  groupId: string,
  { conversationId, ...stored }: GivenGift['notice'],
): GroupMessage => groupMessageOf(groupId, conversationId, { ...FROM_SYSTEM, ...stored }, noLinks);

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
  const notice = groupMessageOf(groupId, 0, message, noLinks);
  return { ...notice, _id: id, is_private_notification: true };
}
