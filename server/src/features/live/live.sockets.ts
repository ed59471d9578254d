import { errors } from '@adda/contract';
import {
  directErrors,
  PRIVATE_EVENT_LIMITS,
  privateSocket,
  type PrivateOutgoing,
} from '@adda/contract/direct';
import type { createConnectionExpiry } from '../../platform/realtime/connection-expiry.ts';
import type { Handshake, RoomName, ServerSpec } from '../../platform/realtime/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Presence } from '../presence/index.ts';
import { ALL_USERS, userChannel } from './live.types.ts';
import type { Shells } from './shells.service.ts';
import type {
  LiveConnection,
  LiveIdentity,
  LiveIncoming,
  LiveUser,
  PrivateChats,
  ProfileChannels,
} from './live.types.ts';

type Deps = {
  readonly accounts: Pick<Accounts, 'admitSocket' | 'reauthorizeSocket'>;
  readonly presence: Pick<Presence, 'arrive' | 'leave' | 'noteActivity'>;
  readonly expiry: ReturnType<typeof createConnectionExpiry<LiveConnection>>;
  readonly chats: () => PrivateChats;
  /** Undefined in a program without profiles. */
  readonly profiles: () => ProfileChannels | undefined;
  readonly shells: Pick<Shells, 'arrive' | 'leave'>;
  /** Called with the marks of each flush, of any node. */
  readonly marked: (marks: ReadonlyMap<string, number>) => void;
};

/** The `error` event of a connection whose token has expired (PC-50). */
export const tokenExpired = { code: 'token_expired', detail: errors.token_expired.detail } as const;

/**
 * Returns how `/socket.io` behaves: a connection without a recipient belongs to a main screen and receives the
 * events of its user, one with a recipient is an open private chat. `chats` and `profiles` are read on each use,
 * because both publish through the server that is made from this specification.
 */
export function liveSocketSpec({
  accounts,
  presence,
  expiry,
  chats,
  profiles,
  shells,
  marked,
}: Deps): ServerSpec<LiveIncoming, PrivateOutgoing, LiveIdentity> {
  return {
    path: privateSocket.path,
    schemas: privateSocket.incoming,
    limits: PRIVATE_EVENT_LIMITS,
    invalidPayload: { code: 'invalid_message', detail: directErrors.invalid_message.detail },

    /** Throws the error of the token or the names, the same as for sending a message (SV-101). */
    async admit({ token, query, onVerified }: Handshake) {
      const { userId, username, sessionId, expiresAt } = await accounts.admitSocket(
        token,
        query['self'],
        onVerified,
      );
      const user = { userId, username, sessionId, expiresAt };
      const recipient = query['recipient']?.trim() ?? '';
      if (recipient === '') return { identity: { ...user, chat: undefined }, rooms: mainScreenRooms(user) };
      const { chat, rooms } = await chats().open(user, recipient);
      return { identity: { ...user, chat }, rooms: [...userRooms(user), ...rooms] };
    },

    /** Throws once the session has ended. */
    async reauthorize({ identity }) {
      await accounts.reauthorizeSocket(identity);
      const { userId, chat } = identity;
      if (!chat) return mainScreenRooms(identity);
      return [...userRooms(identity), ...(await chats().roomsOf(userId, chat))];
    },

    onDelivered: (marks) => {
      chats().delivered(marks);
      marked(marks);
    },
    onArrival: (connection) => chats().eventArrived(connection),
    onConnect(connection) {
      const { userId, chat } = connection.identity;
      presence.arrive(userId);
      expiry.watch(connection);
      if (chat) chats().connected(connection, chat);
      else shells.arrive(connection);
    },
    onDisconnect(connection) {
      const { userId, chat } = connection.identity;
      presence.leave(userId);
      expiry.forget(connection);
      if (chat) chats().disconnected(connection, chat);
      else shells.leave(connection);
    },
    handlers: {
      heartbeat: () => undefined,
      rejoin_rooms: (connection, payload) => chats().handlers.rejoin_rooms(connection, payload),
      message: (connection, message) => {
        presence.noteActivity(connection.identity.userId);
        return chats().handlers.message(connection, message);
      },
      typing_start: (connection, payload) => {
        presence.noteActivity(connection.identity.userId);
        return chats().handlers.typing_start(connection, payload);
      },
      typing_stop: (connection, payload) => chats().handlers.typing_stop(connection, payload),
      join: (connection, { creator }) => profiles()?.join(connection, creator),
      leave: (connection, { creator }) => profiles()?.leave(connection, creator),
    },
  };
}

const userRooms = ({ userId, sessionId }: LiveUser): RoomName[] => [`user:${userId}`, `session:${sessionId}`];

const mainScreenRooms = (user: LiveUser): RoomName[] => [
  ...userRooms(user),
  userChannel(user.userId),
  ALL_USERS,
];
