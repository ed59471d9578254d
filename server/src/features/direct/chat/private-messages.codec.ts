import { cautionsIn, type PrivateMessage } from '@adda/contract/direct';
import type { Committed, LinkOf, StoredMessage } from '../../messages/index.ts';
import { messageFieldsOf, newMessageOf, shownOther, withoutOthers } from '../../messages/index.ts';
import type { PrivateContext, PrivateMedia } from '../direct.types.ts';
import type { LiveEvent } from '../../live/index.ts';

/** Returns links for one user; private chats have no shared links. */
export function linksFor(media: Pick<PrivateMedia, 'messageLink'>, userId: number): LinkOf {
  return (medium) => media.messageLink(medium, `user:${userId}`);
}

/** The facts about the two users of a stored message. */
export type Seen = {
  readonly conversationId: number;
  readonly sender: string;
  readonly recipient: string;
  /** Whether the recipient has read it, as far as the viewer may know (FT-03). */
  readonly isRead: boolean;
  /** The sender is a stranger to the recipient: receipts are left out, and the text is checked for cautions (MR-01, MR-04). */
  readonly isRequest: boolean;
};

/** Returns the wire form of a stored message, the same in history and over sockets (PC-17). */
export function privateMessageOf(message: StoredMessage, seen: Seen, linkOf: LinkOf): PrivateMessage {
  return {
    ...messageFieldsOf(seen.conversationId, message, linkOf),
    sender: seen.sender,
    recipient: seen.recipient,
    is_fake: false,
    is_read: seen.isRead,
    delivered_at: seen.isRequest ? null : (message.deliveredAt?.toISOString() ?? null),
    read_at: seen.isRead ? (message.readAt?.toISOString() ?? null) : null,
    caution: seen.isRequest ? cautionsIn(message.content) : null,
  };
}

/** Whether a message waits among the requests of its recipient, or never reaches them (MR-01, MR-02). */
export const isHeldBack = ({ hearing }: Pick<Committed<unknown>, 'hearing'>): boolean =>
  hearing === 'requested' || hearing === 'unheard';

/** Returns the wire form of a message that was stored just now, for its sender or for the other user. */
export function publishedMessage(
  committed: Committed<PrivateContext>,
  { isRead, isSender, linkOf }: { isRead: boolean; isSender: boolean; linkOf: LinkOf },
): PrivateMessage {
  const { draft, context } = committed;
  const { username: sender, peer } = context;
  const message = newMessageOf(committed, { sender, recipients: null, mentions: [] });
  const readerId = isSender ? context.userId : peer.userId;
  const isOtherHidden = shownOther(committed)?.hiddenFrom.includes(readerId);
  const isRequest = isHeldBack(committed);
  const seen = { conversationId: draft.conversationId, sender, recipient: peer.username, isRead, isRequest };
  return privateMessageOf(isOtherHidden ? withoutOthers(message) : message, seen, linkOf);
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
