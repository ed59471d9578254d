import { anyUsername } from '@adda/contract/accounts';
import { conversationIdOf, type SendPrivateMessage } from '@adda/contract/direct';
import * as z from 'zod/mini';
import { appError } from '../../../platform/errors.ts';
import type { RoomName } from '../../../platform/realtime/index.ts';
import { createTypingUsers } from '../../messages/index.ts';
import type { LiveConnection, LiveServer, OpenPeer, Peer, PrivateChats } from '../../live/index.ts';
import { chatRoom, hushedRoom, silentRoom, statusRoom, typingRoom, untoldRoom } from '../direct.types.ts';
import type { createHeartbeats } from './heartbeats.service.ts';
import type { OpenChats } from './open-chats.service.ts';
import type { Receipts, WrittenChat } from '../receipts/receipts.service.ts';
import type { Pair } from './pairs.repository.ts';
import type { SendPrivately } from './private-sending.service.ts';

type Deps = {
  readonly findPair: (viewerId: number, username: string) => Promise<Pair | undefined>;
  readonly findPairById: (viewerId: number, peerId: number) => Promise<Pair | undefined>;
  readonly send: SendPrivately;
  readonly typing: ReturnType<typeof createPrivateTyping>;
  readonly openChats: Pick<OpenChats, 'arrive' | 'leave'>;
  readonly heartbeats: ReturnType<typeof createHeartbeats<LiveConnection>>;
  readonly receipts: Pick<Receipts, 'written'>;
  /** Called with users who got messages in chats that are not open on this node. */
  readonly unreadHere: (userIds: readonly number[]) => void;
  readonly server: Pick<LiveServer, 'connectionsIn' | 'removeFromRoom'>;
};

/** Name of a recipient. PostgreSQL stores no NUL, and no username contains a control character. */
const recipientName = z.pipe(z.string().check(z.regex(/^\P{Cc}*$/u)), anyUsername);

/** Rooms of the hints that an open chat receives unless the two users are blocked: typing and presence of the peer. */
const hintRooms = (userId: number, peerId: number): RoomName[] => [
  typingRoom(userId, peerId),
  statusRoom(peerId),
];

function roomsOf(userId: number, pair: Pair): RoomName[] {
  const hints = pair.isBlocked ? [] : hintRooms(userId, pair.peerId);
  const hushed = pair.isPeerStranger || pair.isViewerStranger ? [hushedRoom(userId, pair.peerId)] : [];
  const silent = pair.isViewerAvailable ? [] : [silentRoom(userId)];
  const untold = [
    ...(pair.doesViewerTellRead ? [] : [untoldRoom(userId)]),
    ...(pair.doesPeerTellRead ? [] : [untoldRoom(pair.peerId)]),
  ];
  return [chatRoom(userId, pair.peerId), ...hints, ...hushed, ...silent, ...untold];
}

/** Returns whether the peer may know that the user is typing: not before each of the two knows the other (MR-01). */
async function mayTell(
  { server, findPairById }: Pick<Deps, 'server' | 'findPairById'>,
  userId: number,
  peer: OpenPeer,
): Promise<boolean> {
  const hushed = hushedRoom(userId, peer.userId);
  if (server.connectionsIn(hushed) === 0) return true;
  const pair = await findPairById(userId, peer.userId);
  if (!pair || pair.isPeerStranger || pair.isViewerStranger) return false;
  server.removeFromRoom(hushed, hushed);
  return true;
}

/** Notes the private chats among the delivery marks of a flush as read, delivered or unread on this node. */
function noteDelivered(
  { server, receipts, unreadHere }: Pick<Deps, 'server' | 'receipts' | 'unreadHere'>,
  sequences: ReadonlyMap<string, number>,
): void {
  const chats: WrittenChat[] = [];
  for (const [room, upTo] of sequences) {
    const [kind, first, second] = room.split(':');
    if (kind !== 'chat') continue;
    const [userId, peerId] = [Number(first), Number(second)];
    chats.push({ userId, peerId, upTo, isOpen: server.connectionsIn(chatRoom(userId, peerId)) > 0 });
  }
  receipts.written(chats);
  // In an open chat no message is unread (SV-46).
  unreadHere(chats.filter(({ isOpen }) => !isOpen).map(({ userId }) => userId));
}

/** Serves the connections of `/socket.io` that name a recipient, and messages that a main screen sends by name. */
export function createChatConnections(deps: Deps): PrivateChats {
  const { findPair, findPairById, send, typing, openChats, heartbeats } = deps;

  /**
   * Returns whether a name belongs to the peer of an open chat, who may have been renamed; a new name is remembered.
   */
  async function isPeer(userId: number, peer: OpenPeer, name: string): Promise<boolean> {
    const pair = await findPair(userId, name);
    if (pair?.peerId !== peer.userId) return false;
    peer.username = pair.peerName;
    peer.names.add(name);
    return true;
  }

  /** Returns the recipient of a message: the peer of an open chat under any of its names, or any user on a main screen. */
  async function peerOf(
    { identity }: LiveConnection,
    { recipient }: SendPrivateMessage,
  ): Promise<Readonly<Peer>> {
    const { userId, username, chat: open } = identity;
    if (open?.peer.names.has(recipient)) return open.peer;
    if (recipient === username) throw appError('cannot_chat_with_self');
    if (open) {
      if (await isPeer(userId, open.peer, recipient)) return open.peer;
      throw appError('invalid_message');
    }
    const pair = await findPair(userId, recipient);
    if (!pair) throw appError('user_not_found');
    return { userId: pair.peerId, username: pair.peerName };
  }

  return {
    async open({ userId, username }, named) {
      const { data: recipient } = recipientName.safeParse(named);
      if (recipient === username) throw appError('cannot_chat_with_self');
      const pair = recipient === undefined ? undefined : await findPair(userId, recipient);
      if (!pair?.isHere) throw appError('user_not_found');
      const { peerId, peerName, isBlocked, lastSequence } = pair;
      const peer = { userId: peerId, username: peerName, names: new Set([peerName]) };
      return { chat: { peer, isBlocked, lastSequence }, rooms: roomsOf(userId, pair) };
    },

    async roomsOf(userId, { peer }) {
      const pair = await findPairById(userId, peer.userId);
      if (!pair) throw appError('user_not_found');
      return roomsOf(userId, pair);
    },

    connected(connection, { peer, isBlocked, lastSequence }) {
      heartbeats.watch(connection);
      const { userId } = connection.identity;
      openChats.arrive({ userId, peerId: peer.userId }, connection, lastSequence);
      if (isBlocked) connection.emit('blocked_notification', { username: peer.username, is_blocked: true });
    },

    disconnected(connection, { peer }) {
      heartbeats.forget(connection);
      openChats.leave({ userId: connection.identity.userId, peerId: peer.userId }, connection);
      typing.stop(connection);
    },

    delivered: (sequences) => noteDelivered(deps, sequences),

    // Counted at arrival: in the queue behind a message whose image is being fetched, a heartbeat could be late.
    eventArrived: (connection) => heartbeats.eventArrived(connection),

    handlers: {
      async message(connection, message) {
        const { userId, username, chat: open } = connection.identity;
        // The usual case, which is synchronous.
        const peer = open?.peer.names.has(message.recipient) ? open.peer : await peerOf(connection, message);
        return send({ userId, username, peer, connectionId: connection.id }, message);
      },

      async typing_start(connection, { recipient }) {
        const { userId, chat: open } = connection.identity;
        if (!open || !(await mayTell(deps, userId, open.peer))) return;
        const isForPeer = open.peer.names.has(recipient) || (await isPeer(userId, open.peer, recipient));
        if (isForPeer && connection.isOpen()) typing.start(connection);
      },

      typing_stop(connection) {
        typing.stop(connection);
      },

      /**
       * Confirms the conversation of the connection and checks again whether the two users have a block (RT-16, RT-24).
       */
      async rejoin_rooms(connection) {
        const { userId, username, chat: open } = connection.identity;
        if (!open) return connection.emit('rejoin_confirmation', { rooms: [] });
        const { peer } = open;
        // Joined before the block is read: a block that is created in between removes the connection again.
        const hints = hintRooms(userId, peer.userId);
        for (const hint of hints) connection.join(hint);
        const pair = await findPairById(userId, peer.userId);
        if (pair?.isBlocked) for (const hint of hints) connection.leave(hint);
        connection.emit('rejoin_confirmation', { rooms: [conversationIdOf(username, peer.username)] });
      },
    },
  };
}

/**
 * Creates the publisher of typing hints to the open chats of the peer. None are sent during a block, and none begin
 * while the typing user is unavailable.
 */
export function createPrivateTyping({
  publish,
  connectionsIn,
}: Pick<LiveServer, 'publish' | 'connectionsIn'>) {
  const typingUsers = createTypingUsers<LiveConnection>(
    ({ identity: { userId, username, chat } }, isTyping) => {
      if (!chat) return;
      publish(typingRoom(chat.peer.userId, userId), isTyping ? 'typing_start' : 'typing_stop', { username });
    },
  );
  return {
    start(connection: LiveConnection): void {
      if (connectionsIn(silentRoom(connection.identity.userId)) === 0) typingUsers.start(connection);
    },
    stop: typingUsers.stop,
  };
}
