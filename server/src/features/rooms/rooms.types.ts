import type { EventPayloads } from '@adda/contract/kernel';
import type { Placed, SentFiles } from '../messages/index.ts';
import type { GiftSent } from '@adda/contract/gifts';
import type { Group, groupSocket, GroupOutgoing } from '@adda/contract/rooms';
import type { Actor } from '../../platform/http/handler.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Media } from '../media/index.ts';
import type { Relations } from '../relations/index.ts';
import type { Connection, RealtimeServer, RoomName } from '../../platform/realtime/index.ts';

/** A room as one user sees it, with ids that are not sent to clients. */
export type Room = {
  readonly conversationId: number;
  readonly creatorId: number;
  readonly lastSequence: number;
  readonly group: Group;
};

/** The name and the settings of a room, as they are stored (GR-01). */
export type RoomSettings = Readonly<
  Pick<
    Group,
    | 'name'
    | 'description'
    | 'topic'
    | 'rules'
    | 'picture'
    | 'slow_mode_s'
    | 'visibility'
    | 'category'
    | 'languages'
  >
>;

/** The sender of a message in a room, and the connection. */
export type Speaker = {
  readonly userId: number;
  readonly username: string;
  readonly groupId: string;
  readonly conversationId: number;
  readonly connectionId: string;
};

/** Identity of an admitted group socket: one member of one room, until the token expires. */
export type GroupIdentity = Omit<Speaker, 'connectionId'> & {
  readonly sessionId: string;
  readonly expiresAt: Date;
  /** The newest sequence at the admission. */
  readonly lastSequence: number;
};

export type GroupIncoming = EventPayloads<typeof groupSocket.incoming>;
export type GroupConnection = Connection<GroupIdentity, GroupOutgoing>;
export type GroupServer = RealtimeServer<GroupOutgoing>;

/** The functions of relations that rooms use. */
export type RoomRelations = Pick<Relations, 'onBlockChanging' | 'onBlockChanged'>;

/** The context that is returned with each committed message, for its event and its confirmation. */
export type MessageContext = SentFiles & {
  readonly groupId: string;
  readonly sender: string;
  /** Undefined if no connection waits for a confirmation. */
  readonly connectionId: string | undefined;
  /** Names of the recipients of a private message, in the order of `recipientIds`. */
  readonly recipients: readonly string[];
  /** Usernames of the mentioned members, in the order of the draft's `mentionIds`. */
  readonly mentions: readonly string[];
};

/**
 * A gift between two members, the message about it, and the users who had a block with either of them at the commit.
 */
export type GivenGift = {
  readonly gift: GiftSent;
  readonly notice: Placed & { readonly conversationId: number; readonly content: string };
  readonly senderId: number;
  readonly recipientId: number;
  readonly hiddenFrom: readonly number[];
};

/** The functions of media that rooms use. */
export type RoomMedia = Pick<
  Media,
  | 'importFromUrl'
  | 'findOwn'
  | 'markUsed'
  | 'findUnsentRecording'
  | 'messageLink'
  | 'viewerCookie'
  | 'avatars'
  | 'removeAvatar'
>;

/** The functions of accounts that rooms use. */
export type RoomAccounts = {
  readonly admitSocket: (
    token: string | undefined,
    self: string | undefined,
    onVerified: (username: string) => Promise<void>,
  ) => Promise<Actor & { readonly expiresAt: Date }>;
  readonly reauthorizeSocket: Accounts['reauthorizeSocket'];
  readonly onSessionEnded: (
    listener: (event: {
      readonly userId: number;
      readonly sessionId?: string;
      readonly reason: string;
    }) => void,
  ) => void;
  readonly onRenamed: (
    listener: (event: {
      readonly userId: number;
      readonly oldUsername: string;
      readonly username: string;
      readonly isGuest: boolean;
    }) => void,
  ) => void;
  readonly onAccountStatusChanged: Accounts['onAccountStatusChanged'];
  readonly onDeleting: Accounts['onDeleting'];
};

/** Room of the connections that receive no events of a user because of a block. */
export const hidesRoom = (userId: number): RoomName => `hides:${userId}`;

/** Room of the connections of a user to a group that had a timeout there when they opened or since then (GR-03). */
export const timeoutRoom = (userId: number, groupId: string): RoomName => `timeout:${userId}:${groupId}`;

/** A user in a room, by its conversation. */
export type PersonInRoom = { readonly userId: number; readonly conversationId: number };

/**
 * Receives whispers, mentions, and the arrival and departure of users in a room. Counts whispers and mentions as unread
 * that reached no connection of their user (SV-46, Q-12, MN-03).
 * Called after the commit; must not throw.
 */
export type WhisperListener = {
  /** A connection of this user to the room was opened when the newest sequence was `upTo`, or was closed. */
  readonly arrive: (
    person: PersonInRoom,
    connection: Pick<GroupConnection, 'deliveredTo'>,
    upTo: number,
  ) => void;
  readonly leave: (person: PersonInRoom, connection: Pick<GroupConnection, 'deliveredTo'>) => void;
  /** The user has read the messages up to a sequence. */
  readonly shown: (person: PersonInRoom, sequence: number) => void;
  readonly whispered: (
    whispers: readonly {
      readonly conversationId: number;
      readonly sequence: number;
      readonly recipientIds: readonly number[];
    }[],
  ) => void;
  /** Messages that mention these users were stored and published. */
  readonly mentioned: WhisperListener['whispered'];
  /** All messages so far were deleted. */
  readonly cleared: (conversationId: number) => void;
  /** Users left rooms, or whispers to them were deleted. */
  readonly changed: (userIds: Iterable<number>) => void;
  /** Messages that mention these users were deleted, hidden or shown again, or edited. */
  readonly mentionsChanged: (people: Iterable<PersonInRoom>) => void;
};

/** Room of all connections to a group. */
export const groupRoom = (groupId: string): RoomName => `group:${groupId}`;

/** Room of the connections of one user to one group, for whispers and for removing the user. */
export const memberRoom = (userId: number, groupId: string): RoomName => `user:${userId}:${groupId}`;
