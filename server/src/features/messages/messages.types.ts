import type { Reaction } from '@adda/contract/messages';

/**
 * A message to be stored. A null sender means a system message; any other sender must be a member of the conversation.
 */
export type Draft = {
  readonly conversationId: number;
  readonly senderId: number | null;
  /** The same on every retry; null if a retry cannot be recognized. */
  readonly clientMessageId: string | null;
  readonly content: string;
  /** Id of an image of the media feature; its original address is not stored. */
  readonly imageId?: string | null;
  readonly youtubeUrl?: string | null;
  /** The users besides the sender who may ever read it; null for all members of the conversation. */
  readonly recipientIds?: readonly number[] | null;
};

/** Position of a stored message: its number in the conversation and its time in milliseconds since 1970. */
export type Placed = { readonly sequence: number; readonly createdAt: number };

/**
 * Result of storing a draft. `repeated` carries the position of the first message with that client id (SV-102).
 * `blocked`: the sender has a block with the peer of a private chat or with a recipient of a whisper. `unavailable`:
 * the peer of a private chat takes no messages. `suspended`: the sender is suspended (SV-50).
 */
export type AppendResult =
  | ({ readonly status: 'stored' | 'repeated'; readonly hiddenFrom: HiddenFrom } & Placed)
  | { readonly status: 'not_a_member' | 'no_conversation' | 'blocked' | 'unavailable' | 'suspended' };

/**
 * Ids of users with whom the sender has a block in either direction; they must not receive the message. Null for
 * none.
 */
export type HiddenFrom = readonly number[] | null;

/** One committed message with the context of its feature; `draft` has exactly the stored values. */
export type Committed<Context> = {
  readonly draft: Draft;
  readonly context: Context;
  readonly status: 'stored' | 'repeated';
  readonly hiddenFrom: HiddenFrom;
} & Placed;

/** An image of a message with its size in pixels; the size is null once the image is no longer stored. */
export type MessageImage = {
  readonly id: string;
  readonly size: { readonly width: number; readonly height: number } | null;
};

/** A message as read from the database; a deleted one is empty. `sender` is null for system messages. */
export type StoredMessage = Placed & {
  readonly senderId: number | null;
  readonly sender: string | null;
  readonly clientMessageId: string | null;
  readonly content: string;
  readonly image: MessageImage | null;
  readonly youtubeUrl: string | null;
  /** Names of the recipients of a whisper; null for a public message. */
  readonly recipients: readonly string[] | null;
  readonly isDeleted: boolean;
  /** Revision of the conversation at the last change of the message; 0 if it never changed. */
  readonly version: number;
  /** The reactions that the viewer may see (RX-02). */
  readonly reactions: readonly Reaction[];
};

/** The fields of a message that was stored just now and has not changed yet. */
export const UNCHANGED = { isDeleted: false, version: 0, reactions: [] } as const;

/** A range of history: the newest messages before a time, or the messages after a sequence. */
export type HistoryRequest = {
  readonly conversationId: number;
  /** Private messages of others are left out. */
  readonly viewerId: number;
  readonly limit: number;
  readonly before?: Date | undefined;
  readonly afterSequence?: number | undefined;
  /** Deleted and changed messages after this revision are included. */
  readonly afterRevision?: number | undefined;
  /** Leaves out messages of a private chat that the viewer has hidden or cleared for themselves. */
  readonly isPersonal?: boolean | undefined;
};

/**
 * The head of a conversation: its newest sequence, the number of its changes, and the sequence up to which all messages
 * were deleted in one operation.
 */
export type Head = {
  readonly lastSequence: number;
  readonly revision: number;
  readonly clearedTo: number;
};

/**
 * A page of history, ascending by sequence, without messages at or below `clearedTo`. `lastSequence` is the newest of
 * the conversation at the time of reading. The viewer has read everything up to `shownTo`, which is 0 for a page of
 * older messages.
 */
export type History = {
  readonly messages: readonly StoredMessage[];
  readonly hasMore: boolean;
  readonly shownTo: number;
} & Head &
  Changes;

/**
 * The changes between a revision and `revision` that the viewer may see: deleted messages, messages that only the
 * viewer has hidden, and the current state of messages that changed otherwise (RX-05). `isTooMany`: more messages
 * changed than fit one response; then `changedMessages` is empty and the client reloads.
 */
export type Changes = {
  readonly revision: number;
  readonly deletedSequences: readonly number[];
  readonly hiddenSequences: readonly number[];
  readonly changedMessages: readonly StoredMessage[];
  readonly isTooMany: boolean;
};
