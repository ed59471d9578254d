import type { RoomName } from '../../platform/realtime/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Peer } from '../live/index.ts';
import type { Media } from '../media/index.ts';
import type { SentFiles } from '../messages/index.ts';

/** The sender, the peer and the connection of a message. */
export type Writer = {
  readonly userId: number;
  readonly username: string;
  readonly peer: Readonly<Peer>;
  readonly connectionId: string;
};

/** The context that is returned with each committed message, for its events and its confirmation. */
export type PrivateContext = Omit<Writer, 'connectionId'> &
  SentFiles & {
    /** Undefined if no connection waits for a confirmation. */
    readonly connectionId: string | undefined;
    /** The time sent by the client of the sender, for matching. */
    readonly clientTimestamp: string | null;
  };

/** A request that was accepted or declined: its reader, and the stranger who sent it. */
export type ClosedRequest = {
  readonly reader: { readonly userId: number; readonly username: string };
  readonly sender: { readonly userId: number; readonly username: string };
};

/** The functions of media that private chats use. */
export type PrivateMedia = Pick<
  Media,
  'importFromUrl' | 'findOwn' | 'markUsed' | 'findUnsentRecording' | 'messageLink' | 'viewerCookie'
>;

/** The functions of accounts that private chats use. */
export type PrivateAccounts = Pick<
  Accounts,
  'onRenamed' | 'onAvailabilityChanged' | 'onTellReadChanged' | 'onDeleting'
>;

/** Room of the open chats of a user with a peer. */
export const chatRoom = (userId: number, peerId: number): RoomName => `chat:${userId}:${peerId}`;

/** Room of those open chats that receive typing hints: none during a block. */
export const typingRoom = (userId: number, peerId: number): RoomName => `chat:${userId}:${peerId}:typing`;

/** Room of the connections of an unavailable user, whose typing is not published. */
export const silentRoom = (userId: number): RoomName => `user:${userId}:silent`;

/** Room of the user's open chats with a possible stranger, who receives no typing of the user (MR-01). */
export const hushedRoom = (userId: number, peerId: number): RoomName => `chat:${userId}:${peerId}:hushed`;

/**
 * Room of the connections on which a user is known to not tell what they read (FT-03): the user's own, and the open chats
 * with them.
 */
export const untoldRoom = (userId: number): RoomName => `user:${userId}:untold`;

/** Room of the open chats that get the presence of this user; without those of users with a block. */
export const statusRoom = (peerId: number): RoomName => `status:${peerId}`;
