import { GROUP_EVENT_LIMITS, groupSocket } from '@adda/contract/rooms';
import type { GroupOutgoing } from '@adda/contract/rooms';
import type { createConnectionExpiry } from '../../platform/realtime/connection-expiry.ts';
import type { Handshake, RoomName, ServerSpec } from '../../platform/realtime/index.ts';
import type { Presence } from '../presence/index.ts';
import type { RoomBlocks } from './room-blocks.service.ts';
import type { SendInRoom } from './messages/room-sending.service.ts';
import type { RoomService } from './rooms.service.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { createTypingUsers, writeLimits } from '../messages/index.ts';
import { groupRoom, hidesRoom, memberRoom, timeoutRoom } from './rooms.types.ts';
import type {
  GroupConnection,
  GroupIdentity,
  GroupIncoming,
  GroupServer,
  RoomAccounts,
  WhisperListener,
} from './rooms.types.ts';

type Deps = {
  readonly accounts: Pick<RoomAccounts, 'admitSocket' | 'reauthorizeSocket'>;
  readonly presence: Pick<Presence, 'arrive' | 'leave' | 'noteActivity'>;
  readonly rooms: Pick<RoomService, 'getForSocket'>;
  readonly send: SendInRoom;
  readonly blocks: Pick<RoomBlocks, 'hiddenFor'>;
  readonly typing: ReturnType<typeof createTyping>;
  readonly expiry: ReturnType<typeof createConnectionExpiry<GroupConnection>>;
  readonly whispers: Pick<WhisperListener, 'arrive' | 'leave'>;
};

/**
 * Returns how the connection of an open room behaves: one room, one member (RT-01, SV-101). `parts` is read on each
 * use, because the parts publish through the server that is made from this specification.
 */
export function groupSocketSpec(parts: () => Deps): ServerSpec<GroupIncoming, GroupOutgoing, GroupIdentity> {
  return {
    path: groupSocket.path,
    schemas: groupSocket.incoming,
    limits: GROUP_EVENT_LIMITS,
    admit: async (handshake) => {
      const { blocks, ...others } = parts();
      const { identity, isTimedOut } = await admit(handshake, others);
      return { identity, rooms: await roomsOf(identity, isTimedOut, blocks) };
    },
    reauthorize: async ({ identity }) => {
      const { accounts, rooms, blocks } = parts();
      await accounts.reauthorizeSocket(identity);
      const { group } = await rooms.getForSocket(identity.userId, identity.groupId);
      return roomsOf(identity, group.timeout_until !== null, blocks);
    },
    onConnect: (connection) => {
      const { presence, expiry, whispers } = parts();
      presence.arrive(connection.identity.userId);
      whispers.arrive(connection.identity, connection, connection.identity.lastSequence);
      expiry.watch(connection);
    },
    onDisconnect: (connection) => {
      const { presence, expiry, typing, whispers } = parts();
      presence.leave(connection.identity.userId);
      whispers.leave(connection.identity, connection);
      expiry.forget(connection);
      typing.stop(connection);
    },
    handlers: {
      typing_start: (connection, { group_id: groupId }) => {
        parts().presence.noteActivity(connection.identity.userId);
        return parts().typing.start(connection, groupId);
      },
      typing_stop: (connection) => parts().typing.stop(connection),
      group_message: (connection, message) => {
        parts().presence.noteActivity(connection.identity.userId);
        return parts().send({ ...connection.identity, connectionId: connection.id }, message);
      },
    },
  };
}

/** Returns the realtime rooms of a connection: those of its group and of its user. */
async function roomsOf(
  { userId, groupId, sessionId }: GroupIdentity,
  isTimedOut: boolean,
  blocks: Deps['blocks'],
): Promise<RoomName[]> {
  const own: RoomName[] = [groupRoom(groupId), memberRoom(userId, groupId), `user:${userId}`];
  if (isTimedOut) own.push(timeoutRoom(userId, groupId));
  return [...own, `session:${sessionId}`, ...(await blocks.hiddenFor(userId))];
}

/** Admits members; throws the error of the token, the name, the room id or the membership. */
async function admit(
  { token, query, onVerified }: Handshake,
  { accounts, rooms }: Pick<Deps, 'accounts' | 'rooms'>,
): Promise<{ readonly identity: GroupIdentity; readonly isTimedOut: boolean }> {
  const actor = await accounts.admitSocket(token, query['self'], onVerified);
  const groupId = query['group_id'] ?? '';
  const { conversationId, lastSequence, group } = await rooms.getForSocket(actor.userId, groupId);
  const { userId, username, sessionId, expiresAt } = actor;
  const identity = { userId, username, sessionId, groupId, conversationId, expiresAt, lastSequence };
  return { identity, isTimedOut: group.timeout_until !== null };
}

/**
 * Creates the publisher of typing hints, which skips users with a block (RT-02, RT-13) and publishes nothing about a user in
 * a timeout (GR-03). Only connections that had a timeout are looked up.
 */
export function createTyping(db: Queryable, server: Pick<GroupServer, 'publish' | 'connectionsIn'>) {
  const typingUsers = createTypingUsers<GroupConnection>(
    ({ identity: { groupId, userId, username } }, isTyping) => {
      const event = isTyping ? 'typing_start' : 'typing_stop';
      server.publish(groupRoom(groupId), event, { group_id: groupId, username }, [hidesRoom(userId)]);
    },
  );

  async function isTimedOut({ userId, groupId, conversationId }: GroupIdentity): Promise<boolean> {
    if (server.connectionsIn(timeoutRoom(userId, groupId)) === 0) return false;
    const { timeoutUntil } = await writeLimits.readWriteLimits(db, conversationId, userId);
    return timeoutUntil !== null;
  }

  return {
    async start(connection: GroupConnection, groupId: string): Promise<void> {
      if (groupId !== connection.identity.groupId || (await isTimedOut(connection.identity))) return;
      if (connection.isOpen()) typingUsers.start(connection);
    },
    stop: typingUsers.stop,
  };
}
