import type { PrivateHistoryPage, PrivateMessage } from '@adda/contract/direct';
import type { messageFields } from '@adda/contract/messages';
import type { GroupMessage } from '@adda/contract/rooms';
import type { QueryKey } from '@tanstack/react-query';

/** What only rooms say with a message: videos, whispers and notices. */
type RoomFields = Pick<
  GroupMessage,
  'youtube_url' | 'is_private' | 'recipient_usernames' | 'is_admin' | 'is_private_notification'
>;

/** A message as this feature knows it, in a room or in a private chat. */
export type ChatMessage = Pick<PrivateMessage, keyof typeof messageFields> & Partial<RoomFields>;

/** A page of history. `hidden_sequences`: what the reader has deleted for themselves (PC-47); rooms have none. */
export type ChatHistoryPage = Omit<PrivateHistoryPage, 'messages' | 'hidden_sequences' | 'plain_links'> & {
  /** Links of the other person stay plain text; only private chats say so. */
  plain_links?: boolean;
  messages: readonly ChatMessage[];
  hidden_sequences?: readonly number[];
};

/** What an event says about deletions. `hidden`: for this reader alone. */
export type ChatDeletion = {
  readonly sequences: readonly number[];
  readonly cleared_to: number;
  readonly hidden?: boolean;
};

/** Which part of a history is asked for; see the contract's `historyRange`. */
export type HistoryRange = {
  before?: string;
  after_sequence?: number;
  after_revision?: number;
  limit?: number;
};

/** Where messages come from and go to: a room, or two people. Everything that the two differ in is said here. */
export type Conversation = {
  /** Between two people: links of somebody to whom one has written are those of somebody known. */
  readonly trustsAnswered?: boolean;
  /** Names it among all that one account has: drafts, unsent messages and read positions are kept under it. */
  readonly id: string;
  /** Addresses in the query cache, of the store and of the last catch-up. */
  readonly keys: { readonly messages: QueryKey; readonly catchUp: QueryKey };
  /** Catch-up repeats this often, in ms; false where events and reconnects alone call for it. */
  readonly pollMs: number | false;
  /** Deleting what others said hides it from the one who deletes and from nobody else. */
  readonly hidesOthers: boolean;
  /** Reads a page. Throws ApiError. */
  readHistory(range: HistoryRange, signal?: AbortSignal): Promise<ChatHistoryPage>;
  /** Reads one message, with a fresh link to its image. Throws ApiError. */
  readMessage(messageId: string): Promise<ChatMessage>;
  /** Deletes one message. Throws ApiError. */
  deleteMessage(messageId: string): Promise<void>;
};
