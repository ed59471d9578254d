import type { Reaction } from '@adda/contract/messages';

/** Reference to a message. */
export type MessageRef = { readonly conversationId: number; readonly sequence: number };
import type { StoredImage, StoredRecording } from '../media/index.ts';

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
  /** Id of a recording of the sender that was not sent yet (VM-01). */
  readonly audioId?: string | null;
  /** The users besides the sender who may ever read it; null for all members of the conversation. */
  readonly recipientIds?: readonly number[] | null;
  /** Sequence of the message in the same conversation that this one replies to (RY-01). */
  readonly replyTo?: number | null;
  /** Members whom a public message names (MN-01). */
  readonly mentionIds?: readonly number[];
  /** The author of the message that this one forwards (FT-06). */
  readonly forwardedFromId?: number | null;
  /** Whether links of the message get no card (FT-05). */
  readonly isBare?: boolean;
};

/** Position of a stored message: its number in the conversation and its time in milliseconds since 1970. */
export type Placed = { readonly sequence: number; readonly createdAt: number };

/**
 * Result of storing a draft. `repeated` carries the position of the first message with that client id (SV-102).
 * `blocked`: the sender has a block with the peer of a private chat or with a recipient of a whisper. `unavailable`:
 * the peer of a private chat takes no messages. `suspended`: the sender is suspended (SV-50). `reply_not_found`:
 * the sender cannot reply to that message (RY-01). `audio_not_found`: the recording is not the sender's or was sent
 * before (VM-01). `timed_out` and `slow_mode`: limits of the room (GR-03). `stranger`, `request_too_long` and
 * `awaiting_answer`: limits of a stranger's request (MR-01).
 */
export type AppendResult =
  | ({
      readonly status: 'stored' | 'repeated';
      readonly hiddenFrom: HiddenFrom;
      readonly quote: CommittedQuote | null;
      /** Whether a draft of the sender for this conversation was removed (FT-04). */
      readonly hadDraft: boolean;
      /** Only for a private message that was stored, of a stranger or to one (MR-01, MR-02). */
      readonly hearing?: Hearing;
    } & Placed)
  | {
      readonly status:
        | 'not_a_member'
        | 'no_conversation'
        | 'blocked'
        | 'unavailable'
        | 'suspended'
        | 'reply_not_found'
        | 'audio_not_found'
        | 'timed_out'
        | 'slow_mode'
        | RequestRefusal;
    };

/**
 * What a private message means between strangers: `requested`: the peer finds it among the requests; `unheard`: the peer, who
 * declined the request of the sender, never sees it; `answered`: the sender wrote to the peer, who wrote first, for the first
 * time, which accepts the request of the peer.
 */
export type Hearing = 'requested' | 'unheard' | 'answered';

/** The reason why a message of a stranger was not stored. */
type RequestRefusal = 'stranger' | 'request_too_long' | 'awaiting_answer';

/** The reason why a message was not stored, apart from those that all conversations share. */
export type RefusedStatus = Exclude<
  AppendResult['status'],
  'stored' | 'repeated' | 'suspended' | 'reply_not_found' | 'audio_not_found' | RequestRefusal
>;

/** The files of a new message, whose ids the draft has. */
export type SentFiles = {
  readonly image: StoredImage | null;
  readonly recording: StoredRecording | null;
};

/** A message as a reply quotes it, for viewers who may see it (RY-01). A deleted one has only a sender. */
export type QuotedMessage = {
  readonly sender: string;
  readonly excerpt: string;
  readonly hasImage: boolean;
  readonly hasVoice: boolean;
  readonly hasVideo: boolean;
  readonly isDeleted: boolean;
};

/** The quoted message of a new reply at its commit, with its author, and the ids of the members who may not see it. */
export type CommittedQuote = {
  readonly quoted: QuotedMessage;
  readonly senderId: number;
  readonly hiddenFrom: readonly number[];
};

/**
 * The author of the message that a new message forwards, at its commit (FT-06). `username` is null if the author does not
 * want to be named; `hiddenFrom` has the ids of the users with whom the author has a block.
 */
export type CommittedForward = {
  readonly authorId: number;
  readonly username: string | null;
  readonly hiddenFrom: readonly number[];
};

/** The message that a reply refers to; `quoted` is null for viewers who may not see it. */
export type ReplyTo = { readonly sequence: number; readonly quoted: QuotedMessage | null };

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
  readonly quote: CommittedQuote | null;
  readonly hadDraft: boolean;
  /** Undefined for a message between users who have both written, and for other messages of no stranger. */
  readonly hearing?: Hearing;
  /** Undefined for a message that forwards no other. */
  readonly forward?: CommittedForward;
} & Placed;

/** An image of a message with its size in pixels; the size is null once the image is no longer stored. */
export type MessageImage = {
  readonly id: string;
  readonly size: { readonly width: number; readonly height: number } | null;
};

/** The sound of a voice message; `recording` is null once it is no longer stored. */
export type MessageAudio = {
  readonly id: string;
  readonly recording: Pick<StoredRecording, 'durationMs' | 'waveform'> | null;
};

/** The card of a link in a message (FT-05). */
export type StoredPreview = {
  readonly url: string;
  readonly title: string;
  readonly site: string;
  readonly imageId: string | null;
};

/** A message as read from the database; a deleted one is empty. `sender` is null for system messages. */
export type StoredMessage = Placed & {
  readonly senderId: number | null;
  readonly sender: string | null;
  readonly clientMessageId: string | null;
  readonly content: string;
  readonly image: MessageImage | null;
  readonly audio: MessageAudio | null;
  readonly youtubeUrl: string | null;
  /** Names of the recipients of a whisper; null for a public message. */
  readonly recipients: readonly string[] | null;
  readonly isDeleted: boolean;
  /** Revision of the conversation at the last change of the message; 0 if it never changed. */
  readonly version: number;
  /** The reactions that the viewer may see (RX-02). */
  readonly reactions: readonly Reaction[];
  /** Time of the last edit in milliseconds since 1970 (ED-02). */
  readonly editedAt: number | null;
  readonly replyTo: ReplyTo | null;
  /** Usernames of the mentioned members (MN-01). */
  readonly mentions: readonly string[];
  readonly preview: StoredPreview | null;
  /** Username of the author of the message that this one forwards, if the viewer may know it (FT-06). */
  readonly forwardedFrom: string | null;
  /** When the recipient of a private message received and read it (FT-03); null in rooms. */
  readonly deliveredAt: Date | null;
  readonly readAt: Date | null;
};

/** The fields of a message that was stored just now and has not changed yet. */
export const UNCHANGED = {
  isDeleted: false,
  version: 0,
  reactions: [],
  editedAt: null,
  preview: null,
  deliveredAt: null,
  readAt: null,
} as const;

/** A range of history: the newest messages before a time, or the messages after a sequence. */
export type HistoryRequest = {
  readonly conversationId: number;
  /** Private messages of others are left out. */
  readonly viewerId: number;
  readonly limit: number;
  readonly before?: Date | undefined;
  readonly afterSequence?: number | undefined;
  /** Sequence of the message in the middle of the page, whose size is fixed then (RY-04). */
  readonly aroundSequence?: number | undefined;
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
  /** Whether there are newer messages than those of a page around a message; undefined for other pages (RY-04). */
  readonly hasMoreAfter?: boolean;
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
