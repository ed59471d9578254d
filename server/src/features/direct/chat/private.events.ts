import type { RoomName } from '../../../platform/realtime/index.ts';
import type { Committed } from '../../messages/index.ts';
import { chatRoom } from '../direct.types.ts';
import { userChannel } from '../../live/index.ts';
import type { PrivateContext, PrivateMedia } from '../direct.types.ts';
import type { LiveEvent, LiveServer } from '../../live/index.ts';
import { confirmationsOf, linksFor, publishedMessage } from './private-messages.codec.ts';

type Deps = {
  readonly server: LiveServer;
  readonly media: Pick<PrivateMedia, 'imageLink'>;
  /** Called with users whose number of unread messages may have changed. */
  readonly unreadChanged: (userIds: readonly number[]) => void;
};

/** The rooms that receive a message of a user to a peer. */
type MessageRooms = Readonly<Record<'ownChats' | 'theirChats' | 'ownShells' | 'theirShells', RoomName>>;

/** Cached by the peer object of the connection, because an open chat sends many messages to one peer. */
const known = new WeakMap<object, MessageRooms>();

function roomsOf({ userId, peer }: PrivateContext): MessageRooms {
  const held = known.get(peer);
  if (held) return held;
  const rooms = {
    ownChats: chatRoom(userId, peer.userId),
    theirChats: chatRoom(peer.userId, userId),
    ownShells: userChannel(userId),
    theirShells: userChannel(peer.userId),
  };
  known.set(peer, rooms);
  return rooms;
}

/** Creates the publisher of the private chats of this node. */
export function createPrivateEvents({ server, media, unreadChanged }: Deps) {
  return {
    /**
     * Publishes and confirms the messages of one commit, in one flush: to the open chats of both users, to the shells
     * of the recipient and, under another event name, to the shells of the sender. Each user gets their own
     * links. A repeated message is only confirmed.
     */
    committed(batch: readonly Committed<PrivateContext>[]): void {
      const toRooms = new Map<RoomName, LiveEvent[]>();
      const toConnections = new Map<string, LiveEvent[]>();
      const deliveredTo = new Map<RoomName, number>();
      const readers: number[] = [];
      for (const message of batch) {
        const { userId, peer, connectionId } = message.context;
        const rooms = roomsOf(message.context);
        const isRead = server.connectionsIn(rooms.theirChats) > 0;
        const ownLinks = linksFor(media, userId);
        const own = publishedMessage(message, isRead, ownLinks);
        for (const event of confirmationsOf(message, own)) add(toConnections, connectionId, event);
        if (message.status === 'repeated') continue;
        const theirs = message.context.image
          ? publishedMessage(message, isRead, linksFor(media, peer.userId))
          : own;
        add(toRooms, rooms.ownChats, { event: 'message', payload: own });
        add(toRooms, rooms.theirChats, { event: 'message', payload: theirs });
        deliveredTo.set(rooms.theirChats, message.sequence);
        if (server.isHeard(rooms.theirShells))
          add(toRooms, rooms.theirShells, { event: 'new_message', payload: theirs });
        if (server.isHeard(rooms.ownShells))
          add(toRooms, rooms.ownShells, { event: 'own_message', payload: own });
        // In an open chat no message is unread (SV-46).
        if (!isRead) readers.push(peer.userId);
      }
      server.publishFlush({ toRooms, toConnections, deliveredTo });
      if (readers.length > 0) unreadChanged(readers);
    },
  };
}

function add<Key>(target: Map<Key, LiveEvent[]>, key: Key, event: LiveEvent): void {
  const events = target.get(key);
  if (events) events.push(event);
  else target.set(key, [event]);
}
