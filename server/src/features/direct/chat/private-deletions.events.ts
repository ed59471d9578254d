import type { Tx } from '../../../platform/database/index.ts';
import type { RoomName } from '../../../platform/realtime/index.ts';
import { messageIdOf } from '../../messages/index.ts';
import { readBlock } from '../../relations/index.ts';
import { chatRoom } from '../direct.types.ts';
import { userChannel } from '../../live/index.ts';
import type { LiveEvent } from '../../live/index.ts';
import type { PrivateEvents } from './private.events.ts';

type Person = { readonly userId: number; readonly username: string };

/** What one call deleted in a private chat. */
export type PrivateDeletion = {
  readonly revision: number;
  /** Sequences of the caller's own messages, which are gone for both. */
  readonly own: readonly number[];
  /** Sequences of received messages that only the caller does not see any more. */
  readonly hidden: readonly number[];
  /** Whether the caller cleared everything. */
  readonly isCleared: boolean;
  /** Whether the peer is notified; without sequences its clients ask what they missed. */
  readonly isPeerTold: boolean;
  /** Up to where each of the two has cleared the conversation for themselves. */
  readonly clearedTo: { readonly user: number; readonly peer: number };
};

/** The person who deletes messages, and the other person of the conversation. */
export type Sides = { readonly conversationId: number; readonly user: Person; readonly peer: Person };

/**
 * Who is told what of a deletion: both people's open chats and shells of what is gone for both, the
 * caller's alone of what they hid. The hidden part goes first and does not reach the revision while the other part is
 * still to come. Who is not told of a revision asks for it when the next one comes.
 */
export function deletionEvents(sides: Sides, deletion: PrivateDeletion): Map<RoomName, LiveEvent[]> {
  const { user, peer } = sides;
  const { own, hidden, isCleared, isPeerTold, revision, clearedTo } = deletion;
  const isOwnTold = own.length > 0 && !isCleared;
  const eventOf = part(sides.conversationId);
  const toUser: LiveEvent[] = [];
  const about = { username: peer.username, clearedTo: clearedTo.user };
  if (isCleared || hidden.length > 0)
    toUser.push(
      eventOf({ ...about, sequences: hidden, isHidden: true, revision: isOwnTold ? revision - 1 : revision }),
    );
  if (isOwnTold) toUser.push(eventOf({ ...about, sequences: own, isHidden: false, revision }));
  const toRooms = new Map<RoomName, LiveEvent[]>([
    [chatRoom(user.userId, peer.userId), toUser],
    [userChannel(user.userId), toUser],
  ]);
  if (!isPeerTold) return toRooms;
  const seen = { username: user.username, clearedTo: clearedTo.peer };
  const toPeer = [eventOf({ ...seen, sequences: own, isHidden: false, revision })];
  return toRooms.set(chatRoom(peer.userId, user.userId), toPeer).set(userChannel(peer.userId), toPeer);
}

/** `username`: the other person of the chat, as its reader sees it. */
type Part = {
  readonly username: string;
  readonly clearedTo: number;
  readonly sequences: readonly number[];
  readonly isHidden: boolean;
  readonly revision: number;
};

const part =
  (conversationId: number) =>
  ({ username, clearedTo, sequences, isHidden, revision }: Part): LiveEvent => ({
    event: 'message_deleted',
    payload: {
      username,
      peer: username,
      message_ids: sequences.map((sequence) => messageIdOf(conversationId, sequence)),
      sequences: [...sequences],
      hidden: isHidden,
      cleared_to: clearedTo,
      revision,
    },
  });

/** Returns a function that notifies both users of a deletion once it is committed. */
export function createDeletionEvents(
  events: Pick<PrivateEvents, 'afterCommit' | 'unreadChangedAfterCommit'>,
) {
  /** During a block the peer is not notified; its clients get the deletion when they ask again. */
  return async (tx: Tx, sides: Sides, deletion: PrivateDeletion): Promise<void> => {
    const { user, peer } = sides;
    const { isBlocked } = await readBlock(tx, user.userId, peer.userId);
    const isPeerTold = deletion.isPeerTold && !isBlocked;
    events.afterCommit(tx, deletionEvents(sides, { ...deletion, isPeerTold }));
    events.unreadChangedAfterCommit(tx, isPeerTold ? [user.userId, peer.userId] : [user.userId]);
  };
}
