import type { EventPayloads } from '@adda/contract/kernel';
import type { Placed } from '../messages/index.ts';
import type { GiftSent } from '@adda/contract/gifts';
import type { Group, groupSocket, GroupOutgoing } from '@adda/contract/rooms';
import type { Actor } from '../../platform/http/handler.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Media, StoredImage } from '../media/index.ts';
import type { Relations } from '../relations/index.ts';
import type { Connection, RealtimeServer, RoomName } from '../../platform/realtime/index.ts';

/** A room as one person sees it, with the ids that stay on this side. */
export type Room = {
  readonly conversationId: number;
  readonly creatorId: number;
  readonly lastSequence: number;
  readonly group: Group;
};

/** Who talks in a room, and over which connection. */
export type Speaker = {
  readonly userId: number;
  readonly username: string;
  readonly groupId: string;
  readonly conversationId: number;
  readonly connectionId: string;
};

/** What an admitted group socket is: one member of one room, until the token runs out. */
export type GroupIdentity = Omit<Speaker, 'connectionId'> & {
  readonly sessionId: string;
  readonly expiresAt: Date;
  /** The newest sequence at the admission. */
  readonly lastSequence: number;
};

export type GroupIncoming = EventPayloads<typeof groupSocket.incoming>;
export type GroupConnection = Connection<GroupIdentity, GroupOutgoing>;
export type GroupServer = RealtimeServer<GroupOutgoing>;

/** What rooms need of relations. */
export type RoomRelations = Pick<Relations, 'onBlockChanged'>;

/** What comes back with each committed message, for its event and its confirmation. */
export type MessageContext = {
  readonly groupId: string;
  readonly sender: string;
  /** Undefined if no connection waits for a confirmation. */
  readonly connectionId: string | undefined;
  /** Names of the recipients of a private message, in the order of `recipientIds`. */
  readonly recipients: readonly string[];
  /** The image of the message, whose id the draft holds. */
  readonly image: StoredImage | null;
};

/**
 * A gift of one member to another, the message that tells the room of it, and the members who are blocked with either of
 * them as its commit saw it.
 */
export type GivenGift = {
  readonly gift: GiftSent;
  readonly notice: Placed & { readonly conversationId: number; readonly content: string };
  readonly senderId: number;
  readonly recipientId: number;
  readonly hiddenFrom: readonly number[];
};

/** What rooms need of media. */
export type RoomMedia = Pick<Media, 'importFromUrl' | 'findOwn' | 'markUsed' | 'imageLink' | 'viewerCookie'>;

/** What rooms need of accounts. */
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

/** The connections that get nothing of what a person does, because the two are blocked. */
export const hidesRoom = (userId: number): RoomName => `hides:${userId}`;

/** Somebody in the room of a conversation. */
export type PersonInRoom = { readonly userId: number; readonly conversationId: number };

/**
 * Told of whispers and of who is there to hear them, so that what nobody heard can be counted (SV-46, Q-12). Called
 * after the commit; must not throw.
 */
export type WhisperListener = {
  /** A connection of this person to the room opened when the newest sequence was `upTo`, or closed. */
  readonly arrive: (
    person: PersonInRoom,
    connection: Pick<GroupConnection, 'deliveredTo'>,
    upTo: number,
  ) => void;
  readonly leave: (person: PersonInRoom, connection: Pick<GroupConnection, 'deliveredTo'>) => void;
  /** The person was shown what was said up to a sequence. */
  readonly shown: (person: PersonInRoom, sequence: number) => void;
  readonly whispered: (
    whispers: readonly {
      readonly conversationId: number;
      readonly sequence: number;
      readonly recipientIds: readonly number[];
    }[],
  ) => void;
  /** Everything that was said so far was deleted. */
  readonly cleared: (conversationId: number) => void;
  /** People left rooms, or whispers to them were deleted. */
  readonly changed: (userIds: Iterable<number>) => void;
};

/** Everybody in a room. */
export const groupRoom = (groupId: string): RoomName => `group:${groupId}`;

/** The connections of one person to one room: for private messages, and to take the person out. */
export const memberRoom = (userId: number, groupId: string): RoomName => `user:${userId}:${groupId}`;
