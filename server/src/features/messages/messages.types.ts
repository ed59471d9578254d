import type { Reaction } from '@adda/contract/messages';

/** A message to be stored. Its sender, when there is one, must be in the conversation; null is a system message. */
export type Draft = {
  readonly conversationId: number;
  readonly senderId: number | null;
  /** The same on every retry; null if a retry cannot be recognized. */
  readonly clientMessageId: string | null;
  readonly content: string;
  /** An image of the media feature; where it came from is not stored. */
  readonly imageId?: string | null;
  readonly youtubeUrl?: string | null;
  /** The users besides the sender who may ever read it; null for all members of the conversation. */
  readonly recipientIds?: readonly number[] | null;
};

/** Where a message is: its number in the conversation and its time in milliseconds since 1970. */
export type Placed = { readonly sequence: number; readonly createdAt: number };

/**
 * What became of a draft; `repeated` is the place of the first message with that client id (SV-102). `blocked`: the
 * other person of a private chat or of a whisper and the sender are blocked; `unavailable`: the other person takes no
 * messages; `suspended`: the sender is shut out (SV-50).
 */
export type AppendResult =
  | ({ readonly status: 'stored' | 'repeated'; readonly hiddenFrom: HiddenFrom } & Placed)
  | { readonly status: 'not_a_member' | 'no_conversation' | 'blocked' | 'unavailable' | 'suspended' };

/**
 * Ids of users with whom the sender has a block in either direction: they must not get the message; null for
 * none.
 */
export type HiddenFrom = readonly number[] | null;

/** One committed message with what its feature gave along; `draft` is exactly what was stored. */
export type Committed<Context> = {
  readonly draft: Draft;
  readonly context: Context;
  readonly status: 'stored' | 'repeated';
  readonly hiddenFrom: HiddenFrom;
} & Placed;

/** An image of a message with its size in pixels; null once it is kept no more. */
export type MessageImage = {
  readonly id: string;
  readonly size: { readonly width: number; readonly height: number } | null;
};

/** A message as it is read back; a deleted one is empty. `sender` is null for system messages. */
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
  /** The conversation's revision at the last change of the message; 0 if it never changed. */
  readonly version: number;
  /** As the viewer may see them (RX-02). */
  readonly reactions: readonly Reaction[];
};

/** A message of its own, as it is right after it was stored: nobody has changed it. */
export const UNCHANGED = { isDeleted: false, version: 0, reactions: [] } as const;

/** One side of a conversation's history: the newest before a time, or what came after a sequence. */
export type HistoryRequest = {
  readonly conversationId: number;
  /** Private messages of others are left out. */
  readonly viewerId: number;
  readonly limit: number;
  readonly before?: Date | undefined;
  readonly afterSequence?: number | undefined;
  /** Deleted and changed messages after this revision are included. */
  readonly afterRevision?: number | undefined;
  /** In a private chat: what the viewer has hidden or cleared for themselves is left out. */
  readonly isPersonal?: boolean | undefined;
};

/** State of a conversation: newest sequence, number of changes, and up to where everything was deleted at once. */
export type Head = {
  readonly lastSequence: number;
  readonly revision: number;
  readonly clearedTo: number;
};

/**
 * Ascending by sequence; nothing at or below `clearedTo`. `lastSequence` is the newest of the conversation when this was
 * read. The viewer has been shown everything up to `shownTo`, 0 for a page of older messages.
 */
export type History = {
  readonly messages: readonly StoredMessage[];
  readonly hasMore: boolean;
  readonly shownTo: number;
} & Head &
  Changes;

/**
 * What changed between a revision and `revision`, as far as the viewer may know of it: what was deleted, what only the
 * viewer has hidden, and the messages that changed otherwise, as they are now (RX-05). `isTooMany`: more messages changed
 * than one response holds; then `changedMessages` is empty and the client reloads.
 */
export type Changes = {
  readonly revision: number;
  readonly deletedSequences: readonly number[];
  readonly hiddenSequences: readonly number[];
  readonly changedMessages: readonly StoredMessage[];
  readonly isTooMany: boolean;
};
