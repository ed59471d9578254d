import type { Database } from '../../../platform/database/index.ts';
import type { RoomName } from '../../../platform/realtime/index.ts';
import { userChannel, type Live, type LiveEvent, type LiveServer } from '../../live/index.ts';
import type { FollowChange } from '../../relations/index.ts';
import { findPairById } from '../chat/pairs.repository.ts';
import { chatRoom, hushedRoom, type ClosedRequest } from '../direct.types.ts';

type Deps = {
  readonly database: Database;
  readonly live: Pick<Live, 'server' | 'inboxChanged'>;
  readonly unreadChanged: (userIds: readonly number[]) => void;
  /** Records what an open chat of the reader has read, now that the sender may know. */
  readonly readOpen: (chat: { readonly userId: number; readonly peerId: number }) => void;
};

/** Publishes what becomes of requests (MR-02). */
export type RequestEvents = ReturnType<typeof createRequestEvents>;

/** Holds the user's typing back in open chats with a peer, until it is checked whether they know each other (MR-01). */
export const hush = (server: Pick<LiveServer, 'addToRoom'>, userId: number, peerId: number): void =>
  server.addToRoom(chatRoom(userId, peerId), hushedRoom(userId, peerId));

/** Creates the publisher. Its functions are called after the commit. */
export function createRequestEvents({ database, live, unreadChanged, readOpen }: Deps) {
  const { server } = live;
  /** Publishes an event to the main screens of a user and to the open chats with a peer. */
  function publish(events: readonly { userId: number; peerId: number; event: LiveEvent }[]): void {
    const toRooms = new Map<RoomName, LiveEvent[]>();
    for (const { userId, peerId, event } of events)
      for (const room of [userChannel(userId), chatRoom(userId, peerId)]) toRooms.set(room, [event]);
    server.publishFlush({ toRooms, toConnections: new Map() });
    live.inboxChanged(events.map(({ userId, peerId }) => ({ userId, place: { peerId } })));
  }

  const closedFor = ({ reader, sender }: ClosedRequest, accepted: boolean) => ({
    userId: reader.userId,
    peerId: sender.userId,
    event: { event: 'chat_request_closed', payload: { username: sender.username, accepted } } as const,
  });

  return {
    /** The reader accepted the request or wrote back: the sender is told. */
    accepted(closed: ClosedRequest): void {
      const { reader, sender } = closed;
      const event = { event: 'chat_request_accepted', payload: { username: reader.username } } as const;
      publish([closedFor(closed, true), { userId: sender.userId, peerId: reader.userId, event }]);
      unreadChanged([reader.userId]);
      readOpen({ userId: reader.userId, peerId: sender.userId });
    },

    /** Publishes a declined request to the reader alone. */
    declined: (closed: ClosedRequest): void => publish([closedFor(closed, false)]),

    /** A follow makes a request a chat, and its end may make a chat a request again: the follower's lists change. */
    async followChanged({ followerId, followedId }: FollowChange): Promise<void> {
      hush(server, followerId, followedId);
      const pair = await findPairById(database.db, followerId, followedId);
      if (pair?.conversationId === undefined) return;
      const username = pair.peerName;
      const event: LiveEvent = pair.isPeerStranger
        ? { event: 'chat_request', payload: { username } }
        : { event: 'chat_request_closed', payload: { username, accepted: true } };
      publish([{ userId: followerId, peerId: followedId, event }]);
      unreadChanged([followerId]);
    },
  };
}
