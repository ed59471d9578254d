import type { RoomName } from '../../../platform/realtime/index.ts';
import type { LiveEvent } from '../../live/index.ts';
import { userChannel } from '../../live/index.ts';
import { messageIdOf, type DeletedMessages } from '../../messages/index.ts';
import { chatRoom } from '../direct.types.ts';

/** A user of the chat, and up to where this user has cleared it. */
type Side = { readonly userId: number; readonly username: string; readonly clearedTo: number };

/** The two users of a chat: the one of the deletion, and the peer, who may not be notified. */
type Sides = { readonly user: Side; readonly peer: Side; readonly isPeerTold: boolean };

/**
 * Returns the events of a deletion: what is deleted for both goes to the open chats and main screens of both,
 * what the user hid to those of this user alone. The hidden part is sent first and stays below the revision while the other
 * part is still to come. A client that misses a revision asks for it when the next one comes.
 */
export function deletionEvents(
  deleted: DeletedMessages,
  { user, peer, isPeerTold }: Sides,
): Map<RoomName, LiveEvent[]> {
  const { hiddenSequences = [], revision, cleared } = deleted;
  const own = deleted.messages.map(({ sequence }) => sequence);
  const isOwnTold = own.length > 0 && !cleared;
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
    toUser.push(eventOf(user, peer, hiddenSequences, true, isOwnTold ? revision - 1 : revision));
  if (isOwnTold) toUser.push(eventOf(user, peer, own, false, revision));
  const toRooms = new Map<RoomName, LiveEvent[]>([
    [chatRoom(user.userId, peer.userId), toUser],
    [userChannel(user.userId), toUser],
  ]);
  if (!isPeerTold) return toRooms;
  const toPeer = [eventOf(peer, user, own, false, revision)];
  return toRooms.set(chatRoom(peer.userId, user.userId), toPeer).set(userChannel(peer.userId), toPeer);
}
