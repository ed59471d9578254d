import type { EventPayloads } from '@adda/contract/kernel';
import type { privateSocket, PrivateOutgoing } from '@adda/contract/direct';
import type {
  Connection,
  OutgoingEvent,
  RealtimeServer,
  RoomName,
  ServerSpec,
} from '../../platform/realtime/index.ts';

/** The peer of an open private chat; `username` is updated when the peer is renamed. */
export type Peer = { readonly userId: number; username: string };

/** A peer with every name that was used for it since the chat was opened. */
export type OpenPeer = Peer & { readonly names: Set<string> };

/** The account behind a connection, from its verified token. */
export type LiveUser = {
  readonly userId: number;
  readonly username: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
};

/** The private chat of a connection that named a recipient, as it was at the admission. */
export type OpenChat = {
  readonly peer: OpenPeer;
  readonly isBlocked: boolean;
  /** Sequence of the newest message; 0 in an empty conversation. */
  readonly lastSequence: number;
};

/** Identity of a connection: of the main screen, or of an open private chat. */
export type LiveIdentity = LiveUser & {
  /** Undefined on the main screen's connection. */
  readonly chat: OpenChat | undefined;
};

export type LiveIncoming = EventPayloads<typeof privateSocket.incoming>;
export type LiveConnection = Connection<LiveIdentity, PrivateOutgoing>;
export type LiveEvent = OutgoingEvent<PrivateOutgoing>;

/** Publishes to users (`user:<id>`, `session:<id>`, {@link userChannel}) and to open private chats. */
export type LiveServer = RealtimeServer<PrivateOutgoing>;

/** Channel of one user: the connections of all main screens, on every tab and node, without open private chats. */
export const userChannel = (userId: number): RoomName => `user:${userId}:shell`;

/** Channel of the main screens of all users. */
export const ALL_USERS: RoomName = 'shell:all';

/** Handles the connections that name a recipient. */
export type PrivateChats = {
  /** Opens the chat with a recipient. Throws `cannot_chat_with_self` or `user_not_found`. */
  readonly open: (
    user: LiveUser,
    recipient: string,
  ) => Promise<{ readonly chat: OpenChat; readonly rooms: readonly RoomName[] }>;
  /** Returns the rooms of a chat that is open. Throws `user_not_found` once the peer's account is deleted. */
  readonly roomsOf: (userId: number, chat: OpenChat) => Promise<readonly RoomName[]>;
  readonly connected: (connection: LiveConnection, chat: OpenChat) => void;
  readonly disconnected: (connection: LiveConnection, chat: OpenChat) => void;
  /** Called when messages are written to connections of this node: sequences by the room of the open chat. */
  readonly delivered: (sequences: ReadonlyMap<string, number>) => void;
  /** Called for each event at its arrival, before it waits for its turn. */
  readonly eventArrived: (connection: LiveConnection) => void;
  readonly handlers: {
    readonly [E in 'message' | 'typing_start' | 'typing_stop' | 'rejoin_rooms']: (
      connection: LiveConnection,
      payload: LiveIncoming[E],
    ) => ReturnType<LiveHandler>;
  };
};

type LiveHandler = ServerSpec<LiveIncoming, PrivateOutgoing, LiveIdentity>['handlers']['message'];

/** Subscribes a main screen to the profile and the posts of a creator (RT-26). Both functions may throw an AppError. */
export type ProfileChannels = {
  join(connection: LiveConnection, creator: string): Promise<void>;
  leave(connection: LiveConnection, creator: string): Promise<void>;
};
