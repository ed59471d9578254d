import type { RoomName } from '../../../platform/realtime/index.ts';
import type { LiveEvent } from '../../live/index.ts';
import { userChannel } from '../../live/index.ts';
import { messageIdOf, type DeletedMessages } from '../../messages/index.ts';
import { chatRoom } from '../direct.types.ts';

/** A user of the chat, and the sequence up to which this user has cleared it. */
type Side = { readonly userId: number; readonly username: string; readonly clearedTo: number };

/**
 * The two users of a chat: the one who deleted, and the peer, who may not be notified during a block, and not of messages that
 * were hidden from them.
 */
type Sides = {
  readonly user: Side;
  readonly peer: Side;
  readonly isPeerNotified: boolean;
  readonly hiddenFromPeer: ReadonlySet<number>;
};

/**
 * Returns the events of a deletion. Messages deleted for both are sent to the open chats and main screens
 * of both users, hidden ones only to those of the user who hid them. The hidden part is sent first and stays below the
 * revision while the other part follows. A client that misses a revision catches up when it receives the next one.
 */
export function deletionEvents(
  deleted: DeletedMessages,
  { user, peer, isPeerNotified, hiddenFromPeer }: Sides,
): Map<RoomName, LiveEvent[]> {
  const { hiddenSequences = [], revision, cleared } = deleted;
  const own = deleted.messages.map(({ sequence }) => sequence);
  const hasOwnPart = own.length > 0 && !cleared;
  const eventOf = (
    side: Side,
    other: Side,
    sequences: readonly number[],
    isHidden: boolean,
    reached: number,
  ): LiveEvent => ({
    event: 'message_deleted',
    payload: {
      username: other.username,
      peer: other.username,
      message_ids: sequences.map((sequence) => messageIdOf(deleted.conversationId, sequence)),
      sequences: [...sequences],
      hidden: isHidden,
      cleared_to: side.clearedTo,
      revision: reached,
    },
  });
  const toUser: LiveEvent[] = [];
  if (cleared || hiddenSequences.length > 0)
    toUser.push(eventOf(user, peer, hiddenSequences, true, hasOwnPart ? revision - 1 : revision));
  if (hasOwnPart) toUser.push(eventOf(user, peer, own, false, revision));
  const toRooms = new Map<RoomName, LiveEvent[]>([
    [chatRoom(user.userId, peer.userId), toUser],
    [userChannel(user.userId), toUser],
  ]);
  if (!isPeerNotified) return toRooms;
  const seen = own.filter((sequence) => !hiddenFromPeer.has(sequence));
  const toPeer = [eventOf(peer, user, seen, false, revision)];
  return toRooms.set(chatRoom(peer.userId, user.userId), toPeer).set(userChannel(peer.userId), toPeer);
}
