import type { RoomName } from '../../platform/realtime/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Peer } from '../live/index.ts';
import type { Media, StoredImage } from '../media/index.ts';

/** The sender, the peer and the connection of a message. */
export type Writer = {
  readonly userId: number;
  readonly username: string;
  readonly peer: Readonly<Peer>;
  readonly connectionId: string;
};

/** The context that is returned with each committed message, for its events and its confirmation. */
export type PrivateContext = Writer & {
  /** The time sent by the client of the sender, for matching. */
  readonly clientTimestamp: string | null;
  /** The image of the message, whose id the draft holds. */
  readonly image: StoredImage | null;
};

/** The functions of media that private chats use. */
export type PrivateMedia = Pick<
  Media,
  'importFromUrl' | 'findOwn' | 'markUsed' | 'imageLink' | 'viewerCookie'
>;

/** The functions of accounts that private chats use. */
export type PrivateAccounts = Pick<Accounts, 'onRenamed' | 'onAvailabilityChanged' | 'onDeleting'>;

/** Room of the open chats of a user with a peer. */
export const chatRoom = (userId: number, peerId: number): RoomName => `chat:${userId}:${peerId}`;

/** Room of those open chats that receive typing hints: none during a block. */
export const typingRoom = (userId: number, peerId: number): RoomName => `chat:${userId}:${peerId}:typing`;

/** Room of the connections of an unavailable user, whose typing is not published. */
export const silentRoom = (userId: number): RoomName => `user:${userId}:silent`;

/** Room of the open chats that get the presence of this user; without those of users with a block. */
export const statusRoom = (peerId: number): RoomName => `status:${peerId}`;
