import type { PrivateHistoryPage, PrivateMessage } from '@adda/contract/direct';
import type { messageFields, Reaction } from '@adda/contract/messages';
import type { GroupMessage } from '@adda/contract/rooms';
import type { QueryKey } from '@tanstack/react-query';

/** Fields that only messages of rooms have: videos, whispers and notices. */
type RoomFields = Pick<
  GroupMessage,
  'youtube_url' | 'is_private' | 'recipient_usernames' | 'is_admin' | 'is_private_notification'
>;

/** Fields that a server of the previous version does not send. */
type ChangeFields = Pick<PrivateMessage, 'version' | 'reactions'>;

/**
 * A message in this feature, of a room or of a private chat. Without `version` it counts as 0, without `reactions` it
 * has none.
 */
export type ChatMessage = Omit<Pick<PrivateMessage, keyof typeof messageFields>, keyof ChangeFields> &
  Partial<RoomFields & ChangeFields>;

/**
 * A page of history. Rooms have no `hidden_sequences` (messages that the reader deleted for themselves, PC-47) and no
 * `plain_links`; a server of the previous version sends neither `changed_messages` nor `reload`.
 */
export type ChatHistoryPage = Omit<
  PrivateHistoryPage,
  'messages' | 'changed_messages' | 'reload' | 'hidden_sequences' | 'plain_links'
> & {
  messages: readonly ChatMessage[];
  changed_messages?: readonly ChatMessage[];
  reload?: boolean;
  hidden_sequences?: readonly number[];
  plain_links?: boolean;
};

/** The payload of a deletion event. `hidden`: only for this reader. */
export type ChatDeletion = {
  readonly sequences: readonly number[];
  readonly cleared_to: number;
  readonly hidden?: boolean;
  /** The revision of the conversation; undefined for a deletion of this tab. */
  readonly revision?: number;
};

/** The payload of an event with the reactions of a message (RX-03). */
export type ChatReactions = {
  readonly message_id: string;
  readonly sequence: number;
  readonly reactions: Reaction[];
  readonly revision: number;
};

/** The requested range of a history; see the contract's `historyRange`. */
export type HistoryRange = {
  before?: string;
  after_sequence?: number;
  after_revision?: number;
  limit?: number;
};

/** A conversation: a room or a private chat. Contains everything in which the two differ. */
export type Conversation = {
  /** True for a private chat: after a reply, links of the other user open without a confirmation. */
  readonly trustsAnswered?: boolean;
  /** Unique among all conversations of an account; the key of drafts, unsent messages and read positions. */
  readonly id: string;
  /** Query keys of the message store and of the last catch-up. */
  readonly keys: { readonly messages: QueryKey; readonly catchUp: QueryKey };
  /** Poll interval of the catch-up in ms; false if only events and reconnects start it. */
  readonly pollMs: number | false;
  /** Deleting a message of another user only hides it for the caller. */
  readonly hidesOthers: boolean;
  /** Reads a page. Throws ApiError. */
  readHistory(range: HistoryRange, signal?: AbortSignal): Promise<ChatHistoryPage>;
  /** Reads one message, with a fresh link to its image. Throws ApiError. */
  readMessage(messageId: string): Promise<ChatMessage>;
  /** Deletes messages; without ids all of them. Throws ApiError. */
  deleteMessages(ids?: string[]): Promise<void>;
};
