import type { PrivateHistoryPage, PrivateMessage, PrivateOutgoing } from '@adda/contract/direct';
import type { LinkPreview, messageFields, Reaction } from '@adda/contract/messages';
import type { GroupMessage } from '@adda/contract/rooms';
import type { QueryKey } from '@tanstack/react-query';

/** Fields that only messages of rooms have: videos, whispers, mentions and notices. */
type RoomFields = Pick<
  GroupMessage,
  'youtube_url' | 'is_private' | 'recipient_usernames' | 'is_admin' | 'is_private_notification' | 'mentions'
>;

/** Fields that a server of the previous version does not send. */
type NewFields = Pick<
  PrivateMessage,
  | 'version'
  | 'reactions'
  | 'edited_at'
  | 'reply_to'
  | 'audio_url'
  | 'audio_duration_ms'
  | 'audio_waveform'
  | 'preview'
  | 'forwarded_from'
>;

/** Fields that only messages of private chats have: whether the other user has received and read them, and warnings. */
type PrivateFields = Pick<PrivateMessage, 'is_read' | 'delivered_at' | 'read_at' | 'caution'>;

/**
 * A message in this feature, of a room or of a private chat. Without `version` it counts as 0; without another of the new
 * fields it has none.
 */
export type ChatMessage = Omit<Pick<PrivateMessage, keyof typeof messageFields>, keyof NewFields> &
  Partial<RoomFields & PrivateFields & NewFields> & {
    /** The text is an edit of this device that the server does not have yet. */
    readonly isSaving?: boolean;
    /** The revision of an event that brought the reactions; not sent by the server. */
    readonly reactionsRevision?: number;
    /** The revision of an event that brought the card of a link; not sent by the server. */
    readonly previewRevision?: number;
  };

/**
 * A page of history. Rooms have no `hidden_sequences` (messages that the reader deleted for themselves, PC-47), no
 * `plain_links`, and are no requests (MR-02); a server of the previous version sends neither `changed_messages` nor `reload`.
 */
export type ChatHistoryPage = Omit<
  PrivateHistoryPage,
  | 'messages'
  | 'changed_messages'
  | 'reload'
  | 'hidden_sequences'
  | 'plain_links'
  | 'is_request'
  | 'texts_left'
> & {
  messages: readonly ChatMessage[];
  changed_messages?: readonly ChatMessage[];
  reload?: boolean;
  hidden_sequences?: readonly number[];
  plain_links?: boolean;
  is_request?: boolean;
  texts_left?: number | null;
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

/** The payload of an event with the card of a link (FT-05). */
export type ChatPreview = {
  readonly message_id: string;
  readonly sequence: number;
  readonly preview: LinkPreview | null;
  readonly revision: number;
};

/** The payload of an event with an edited message (ED-02). */
export type ChatEdit = ChatMessage & { readonly revision: number };

/** The payload of an event about own messages that the other user of a private chat has received or read (FT-03). */
export type ChatStatus = Pick<
  PrivateOutgoing['message_status'],
  'up_to_sequence' | 'delivered_at' | 'read_at'
>;

/** The requested range of a history; see the contract's `historyRange`. */
export type HistoryRange = {
  before?: string;
  after_sequence?: number;
  after_revision?: number;
  around_sequence?: number;
  limit?: number;
};

/** A conversation: a room or a private chat. Contains everything in which the two differ. */
export type Conversation = {
  /** True for a private chat: after a reply, links of the other user open without a confirmation. */
  readonly trustsAnswered?: boolean;
  /** Unique among all conversations of an account; the key of drafts, unsent messages and read positions. */
  readonly id: string;
  /** The conversation in a search of messages (SR-01). */
  readonly searchedBy: { readonly group_id: string } | { readonly recipient: string };
  /** Query keys of the message store and of the last catch-up. */
  readonly keys: { readonly messages: QueryKey; readonly catchUp: QueryKey };
  /** Poll interval of the catch-up in ms; false if only events and reconnects start it. */
  readonly pollMs: number | false;
  /** Deleting a message of another user only hides it for the caller. */
  readonly hidesOthers: boolean;
  /** The address of a message, which opens the conversation there (FT-07); undefined if messages have none. */
  readonly linkTo?: (message: ChatMessage) => string;
  /** Reads how far the user has read, on whichever device (HM-02); undefined where opening it reads it. Throws ApiError. */
  readonly readUpTo?: () => Promise<number>;
  /** Reads a page. Throws ApiError. */
  readHistory(range: HistoryRange, signal?: AbortSignal): Promise<ChatHistoryPage>;
  /** Reads one message, with a fresh link to its image. Throws ApiError. */
  readMessage(messageId: string): Promise<ChatMessage>;
  /** Deletes messages; without ids all of them. Throws ApiError. */
  deleteMessages(ids?: string[]): Promise<void>;
};
