import type { EventPayloads } from '@adda/contract/kernel';
import type { privateSocket, PrivateOutgoing } from '@adda/contract/direct';
import type { Connection, OutgoingEvent, RealtimeServer, RoomName } from '../../platform/realtime/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Media, StoredImage } from '../media/index.ts';

/** The other person of an open chat; the name follows when it changes. */
export type Peer = { readonly userId: number; username: string };

/** The same with every name that they had since the chat was opened, as far as it was used. */
export type OpenPeer = Peer & { readonly names: Set<string> };

/** What an admitted private socket is, until the token runs out: a shell, or the open chat with a peer. */
export type PrivateIdentity = {
  readonly userId: number;
  readonly username: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
  /** Undefined for a shell. */
  readonly peer: OpenPeer | undefined;
  /** How it was at the admission, as was the newest sequence; 0 for a shell, or where nothing was said. */
  readonly isBlocked: boolean;
  readonly lastSequence: number;
};

export type PrivateIncoming = EventPayloads<typeof privateSocket.incoming>;
export type PrivateConnection = Connection<PrivateIdentity, PrivateOutgoing>;
export type PrivateEvent = OutgoingEvent<PrivateOutgoing>;

/** Publishes to the open shells of people (`user:<id>`, `session:<id>`) and to open private chats. */
export type PrivateServer = RealtimeServer<PrivateOutgoing>;

/** Who writes, to whom, and over which connection. */
export type Writer = {
  readonly userId: number;
  readonly username: string;
  readonly peer: Readonly<Peer>;
  readonly connectionId: string;
};

/** What comes back with each committed message, for its events and its confirmation. */
export type PrivateContext = Writer & {
  /** The time that the sender's client named, for matching. */
  readonly clientTimestamp: string | null;
  /** The image of the message, whose id the draft holds. */
  readonly image: StoredImage | null;
};

/** What private chat needs of media. */
export type PrivateMedia = Pick<
  Media,
  'importFromUrl' | 'findOwn' | 'markUsed' | 'imageLink' | 'viewerCookie'
>;

/** What private chat needs of accounts. */
export type PrivateAccounts = Pick<
  Accounts,
  | 'admitSocket'
  | 'reauthorizeSocket'
  | 'onSessionEnded'
  | 'onRenamed'
  | 'onAvailabilityChanged'
  | 'onDeleting'
>;

/** Somebody's shells, without their open chats. */
export const shellRoom = (userId: number): RoomName => `user:${userId}:shell`;

/** Everybody's shells. */
export const EVERY_SHELL: RoomName = 'shell:all';

/** One person's open chats with another. */
export const chatRoom = (userId: number, peerId: number): RoomName => `chat:${userId}:${peerId}`;

/** Those of them that hear who is typing: none while the two are blocked. */
export const typingRoom = (userId: number, peerId: number): RoomName => `chat:${userId}:${peerId}:typing`;

/** Connections of somebody who takes no messages: their typing is not told. */
export const silentRoom = (userId: number): RoomName => `user:${userId}:silent`;

/** Open chats, of anybody, that hear whether this person is here: none of those who are blocked. */
export const statusRoom = (peerId: number): RoomName => `status:${peerId}`;
