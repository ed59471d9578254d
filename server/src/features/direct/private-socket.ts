import { errors } from '@adda/contract';
import { anyUsername } from '@adda/contract/accounts';
import { conversationIdOf, directErrors, PRIVATE_EVENT_LIMITS, privateSocket } from '@adda/contract/direct';
import type { PrivateOutgoing, SendPrivateMessage } from '@adda/contract/direct';
import * as z from 'zod/mini';
import { appError } from '../../platform/errors.ts';
import type { createConnectionExpiry } from '../../platform/realtime/connection-expiry.ts';
import type { Handshake, RoomName, ServerSpec } from '../../platform/realtime/index.ts';
import type { Presence } from '../presence/index.ts';
import type { createHeartbeats } from './chat/heartbeats.ts';
import type { OpenChats } from './chat/open-chats.ts';
import type { Pair } from './chat/pairs.repository.ts';
import type { PrivateChat } from './chat/private-chat.service.ts';
import type { createPrivateTyping } from './chat/private-typing.ts';
import { chatRoom, EVERY_SHELL, shellRoom, silentRoom, statusRoom, typingRoom } from './direct.types.ts';
import type {
  OpenPeer,
  Peer,
  PrivateAccounts,
  PrivateConnection,
  PrivateIdentity,
  PrivateIncoming,
} from './direct.types.ts';

/** Lets a shell hear of somebody's profile and posts, and no more (RT-26). May refuse with an AppError. */
export type ProfileRooms = {
  join(connection: PrivateConnection, creator: string): Promise<void>;
  leave(connection: PrivateConnection, creator: string): Promise<void>;
};

/** What the socket works with. */
export type PrivateSocketParts = {
  readonly accounts: Pick<PrivateAccounts, 'admitSocket' | 'reauthorizeSocket'>;
  readonly presence: Pick<Presence, 'arrive' | 'leave'>;
  readonly findPair: (viewerId: number, username: string) => Promise<Pair | undefined>;
  readonly findPairById: (viewerId: number, peerId: number) => Promise<Pair | undefined>;
  readonly chat: PrivateChat;
  readonly typing: ReturnType<typeof createPrivateTyping>;
  readonly openChats: Pick<OpenChats, 'arrive' | 'leave'>;
  readonly heartbeats: ReturnType<typeof createHeartbeats<PrivateConnection>>;
  readonly expiry: ReturnType<typeof createConnectionExpiry<PrivateConnection>>;
  /** Who looks after the rooms of profiles; nobody in a program without them. */
  readonly profileRooms: () => ProfileRooms | undefined;
};

/**
 * The private socket: the shell's own connection, or that of an open chat when it names a recipient. The parts
 * are asked for when something happens, because they publish through the server that is made of this.
 */
export function privateSocketSpec(
  parts: () => PrivateSocketParts,
): ServerSpec<PrivateIncoming, PrivateOutgoing, PrivateIdentity> {
  return {
    path: privateSocket.path,
    schemas: privateSocket.incoming,
    limits: PRIVATE_EVENT_LIMITS,
    invalidPayload: { code: 'invalid_message', detail: directErrors.invalid_message.detail },
    admit: (handshake) => admit(handshake, parts()),
    reauthorize: (connection) => reauthorize(connection, parts()),
    // At its arrival: behind a picture that is being fetched it could wait for longer than the connection may be silent.
    onArrival: (connection) => parts().heartbeats.heard(connection),
    onConnect: (connection) => arrive(connection, parts()),
    onDisconnect: (connection) => leave(connection, parts()),
    handlers: {
      heartbeat: () => undefined,
      rejoin_rooms: (connection) => rejoin(connection, parts()),
      async message(connection, message) {
        const { userId, username, peer: open } = connection.identity;
        // The usual case, without a wait.
        const peer = open?.names.has(message.recipient) ? open : await peerOf(connection, message, parts());
        return parts().chat.send({ userId, username, peer, connectionId: connection.id }, message);
      },
      async typing_start(connection, { recipient }) {
        const { userId, peer } = connection.identity;
        if (!peer) return;
        const isMeant = peer.names.has(recipient) || (await isPeer(userId, peer, recipient, parts()));
        if (isMeant && connection.isOpen()) parts().typing.start(connection);
      },
      typing_stop(connection) {
        parts().typing.stop(connection);
      },
      join: (connection, { creator }) => parts().profileRooms()?.join(connection, creator),
      leave: (connection, { creator }) => parts().profileRooms()?.leave(connection, creator),
    },
  };
}

/** PostgreSQL takes no NUL, and no name of ours has a control character. */
const nameOfHandshake = z.pipe(z.string().check(z.regex(/^\P{Cc}*$/u)), anyUsername);

/** Throws what is wrong with the token or the names, as events of sending do (SV-101). */
async function admit({ token, query, onVerified }: Handshake, { accounts, findPair }: PrivateSocketParts) {
  const admitted = await accounts.admitSocket(token, query['self'], onVerified);
  const { userId, username, sessionId, expiresAt } = admitted;
  const person = { userId, username, sessionId, expiresAt };
  const named = query['recipient']?.trim() ?? '';
  if (named === '') {
    const identity = { ...person, peer: undefined, isBlocked: false, lastSequence: 0 };
    return { identity, rooms: roomsOf(person, undefined) };
  }
  const { data: recipient } = nameOfHandshake.safeParse(named);
  if (recipient === username) throw appError('cannot_chat_with_self');
  const pair = recipient === undefined ? undefined : await findPair(userId, recipient);
  if (!pair?.isHere) throw appError('user_not_found');
  const { peerId, peerName, isBlocked, lastSequence } = pair;
  const peer = { userId: peerId, username: peerName, names: new Set([peerName]) };
  return { identity: { ...person, peer, isBlocked, lastSequence }, rooms: roomsOf(person, pair) };
}

/** Throws what has become wrong since: the session has ended. Who the other one is was seen at the admission. */
async function reauthorize({ identity }: PrivateConnection, { accounts, findPairById }: PrivateSocketParts) {
  await accounts.reauthorizeSocket(identity);
  const { userId, peer } = identity;
  if (!peer) return roomsOf(identity, undefined);
  const pair = await findPairById(userId, peer.userId);
  if (!pair) throw appError('user_not_found');
  return roomsOf(identity, pair);
}

/** Where a shell or an open chat hears what concerns its person, and the other one. */
function roomsOf(
  { userId, sessionId }: Pick<PrivateIdentity, 'userId' | 'sessionId'>,
  pair: Pair | undefined,
): RoomName[] {
  const person: RoomName[] = [`user:${userId}`, `session:${sessionId}`];
  if (!pair) return [...person, shellRoom(userId), EVERY_SHELL];
  const hints = pair.isBlocked ? [] : hintRooms(userId, pair.peerId);
  const silent = pair.isViewerAvailable ? [] : [silentRoom(userId)];
  return [...person, chatRoom(userId, pair.peerId), ...hints, ...silent];
}

/** What an open chat hears besides what is said, unless the two are blocked. */
const hintRooms = (userId: number, peerId: number): RoomName[] => [
  typingRoom(userId, peerId),
  statusRoom(peerId),
];

function arrive(connection: PrivateConnection, parts: PrivateSocketParts): void {
  const { userId, peer, isBlocked, lastSequence } = connection.identity;
  parts.presence.arrive(userId);
  parts.expiry.watch(connection);
  if (!peer) return;
  parts.heartbeats.watch(connection);
  parts.openChats.arrive({ userId, peerId: peer.userId }, connection, lastSequence);
  if (isBlocked) connection.emit('blocked_notification', { username: peer.username, is_blocked: true });
}

function leave(connection: PrivateConnection, parts: PrivateSocketParts): void {
  const { userId, peer } = connection.identity;
  parts.presence.leave(userId);
  parts.expiry.forget(connection);
  if (!peer) return;
  parts.heartbeats.forget(connection);
  parts.openChats.leave({ userId, peerId: peer.userId }, connection);
  parts.typing.stop(connection);
}

/** Says what the connection hears of, and looks again whether the two are blocked (RT-16, RT-24). */
async function rejoin(connection: PrivateConnection, parts: PrivateSocketParts): Promise<void> {
  const { userId, username, peer } = connection.identity;
  if (!peer) return connection.emit('rejoin_confirmation', { rooms: [] });
  // In first and out again: a block that comes in between takes it out, whatever was read.
  const hints = hintRooms(userId, peer.userId);
  hints.forEach(connection.join);
  const pair = await parts.findPairById(userId, peer.userId);
  if (pair?.isBlocked) hints.forEach(connection.leave);
  connection.emit('rejoin_confirmation', { rooms: [conversationIdOf(username, peer.username)] });
}

/** Whom a message is for: a chat's own peer, under an old name or a new one; on a shell whoever is named. */
async function peerOf(
  { identity }: PrivateConnection,
  { recipient }: SendPrivateMessage,
  parts: Pick<PrivateSocketParts, 'findPair'>,
): Promise<Readonly<Peer>> {
  const { userId, username, peer } = identity;
  if (peer?.names.has(recipient)) return peer;
  if (recipient === username) throw appError('cannot_chat_with_self');
  if (peer) {
    if (await isPeer(userId, peer, recipient, parts)) return peer;
    throw appError('invalid_message');
  }
  const pair = await parts.findPair(userId, recipient);
  if (!pair) throw appError('user_not_found');
  return { userId: pair.peerId, username: pair.peerName };
}

/** Whether a name is the other person's of an open chat by now; then it goes on being so. */
async function isPeer(
  userId: number,
  peer: OpenPeer,
  name: string,
  { findPair }: Pick<PrivateSocketParts, 'findPair'>,
): Promise<boolean> {
  const pair = await findPair(userId, name);
  if (pair?.peerId !== peer.userId) return false;
  peer.username = pair.peerName;
  peer.names.add(name);
  return true;
}

/** The error event of a connection whose token has run out (PC-50). */
export const tokenExpired = { code: 'token_expired', detail: errors.token_expired.detail } as const;
