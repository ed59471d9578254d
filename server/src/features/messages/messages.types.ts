/** A message to be stored. Its sender, when there is one, must be in the conversation; null is a system message. */
export type Draft = {
  readonly conversationId: number;
  readonly senderId: number | null;
  /** The same on every retry; null where a repeat can't be told. */
  readonly clientMessageId: string | null;
  readonly content: string;
  readonly imageUrl?: string | null;
  readonly imageId?: string | null;
  readonly youtubeUrl?: string | null;
  /** The only people besides the sender who may ever read it; null for everybody in the conversation. */
  readonly recipientIds?: readonly number[] | null;
};

/** Where a message is: its number in the conversation and its time in milliseconds since 1970. */
export type Placed = { readonly sequence: number; readonly createdAt: number };

/** What became of a draft; `repeated` is the place of the first message with that client id (SV-102). */
export type AppendResult =
  | ({ readonly status: 'stored' | 'repeated' } & Placed)
  | { readonly status: 'not_a_member' | 'no_conversation' };

/** One committed message with what its feature gave along; `draft` is exactly what was stored. */
export type Committed<Context> = {
  readonly draft: Draft;
  readonly context: Context;
  readonly status: 'stored' | 'repeated';
} & Placed;

/** A message as it is read back. `sender` is null for system messages. */
export type StoredMessage = Placed & {
  readonly senderId: number | null;
  readonly sender: string | null;
  readonly clientMessageId: string | null;
  readonly content: string;
  readonly imageUrl: string | null;
  readonly imageId: string | null;
  readonly youtubeUrl: string | null;
  /** Names of the recipients of a private message; null for one to everybody. */
  readonly recipients: readonly string[] | null;
  readonly isDeleted: boolean;
};

/** One side of a conversation's history: the newest before a time, or what came after a sequence. */
export type HistoryRequest = {
  readonly conversationId: number;
  /** Private messages of others are left out. */
  readonly viewerId: number;
  readonly limit: number;
  readonly before?: Date | undefined;
  readonly afterSequence?: number | undefined;
};

/** Ascending by sequence. `lastSequence` is the newest of the conversation when this was read. */
export type History = {
  readonly messages: readonly StoredMessage[];
  readonly hasMore: boolean;
  readonly lastSequence: number;
};
