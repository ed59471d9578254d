import * as z from 'zod/mini';
import { anyUsername, sex } from '../accounts/accounts.schemas.ts';
import { clientMessageId, groupId, timestamp } from '../kernel/ids.ts';
import { URL_MAX_LENGTH } from '../media/media.limits.ts';
import {
  historyRange,
  historyState,
  messageFields,
  noPreview,
  oneEnd,
  replyTo,
  sentAudio,
  sentContent,
} from '../messages/messages.schemas.ts';
import { caution } from './cautions.ts';
import { DELETE_PRIVATE_MAX } from './direct.limits.ts';

/** A message in a private chat (PC-17). */
export const privateMessage = z.object({
  ...messageFields,
  recipient: z.string(),
  /** Always false from the server; true only in a client, for a message that is not sent yet. */
  is_fake: z.boolean(),
  /** Whether the recipient has read it (SV-46); false for the sender if one of the two does not tell what they read. */
  is_read: z.boolean(),
  /** Since when a device of the recipient has it; null until then, and for messages older than this field (FT-03). */
  delivered_at: z.nullable(timestamp),
  /** Since when the recipient has read it; null until then, and if one of the two does not tell what they read (FT-03). */
  read_at: z.nullable(timestamp),
  /**
   * What the text of a stranger's request names that its reader should be careful with; null for nothing, and for every
   * other message (MR-04).
   */
  caution: z.nullable(z.array(caution)),
});

/** An unread message: a private one, or a whisper in a room, with the name of its room. */
export const unreadMessage = z.object({
  ...privateMessage.shape,
  group_id: z.nullable(z.string()),
  /** Same value as `group_id`. */
  groupId: z.nullable(z.string()),
  group_name: z.nullable(z.string()),
});

/**
 * Number of the caller's unread messages: the total, and by the username of the sender (SV-46). Requests of strangers are in
 * neither; `requests` is the number of people with unread messages in them (MR-02).
 */
export const unreadCount = z.object({
  total: z.int(),
  by_sender: z.record(z.string(), z.int()),
  requests: z.int(),
  /** Unread messages of muted conversations, which are in no other number (GR-07). */
  muted: z.int(),
});

/**
 * Online status of a user (PC-18). An unavailable or blocked user is never online (X-19, SV-21). Who is online was active at the time
 * of the response.
 */
export const userStatus = z.object({ is_online: z.boolean(), last_active: z.nullable(timestamp) });

/** One conversation of the caller, with its newest message that is visible to them (CV-07). */
export const conversation = z.object({
  /** The two usernames, joined by a colon. */
  conversation_id: z.string(),
  /** The other user of the conversation. */
  username: z.string(),
  sex,
  profile_picture: z.nullable(z.string()),
  ...userStatus.shape,
  latest_message: privateMessage,
  unread_count: z.int(),
  /** Whether the caller has muted the chat, and until when; null without end (GR-07). */
  is_muted: z.boolean(),
  muted_until: z.nullable(timestamp),
});

/**
 * A conversation that a stranger began and the caller has not answered (MR-02), with what helps to decide: the rooms that both
 * are in, and the people whom both follow, of whom a few are named.
 */
export const chatRequest = z.object({
  ...conversation.shape,
  mutual_groups: z.array(z.object({ group_id: groupId, name: z.string() })),
  mutual_follows: z.array(z.string()),
  mutual_follow_count: z.int(),
  account_created_at: timestamp,
});

/** Query of the history of a private chat (SV-39). */
export const privateHistoryQuery = z.object({ recipient: anyUsername, ...historyRange }).check(oneEnd);

/**
 * Ascending by `sequence`. `hidden_sequences`: messages that the caller has deleted for themselves since `after_revision`.
 */
export const privateHistoryPage = z.object({
  messages: z.array(privateMessage),
  ...historyState,
  /** Messages whose version is above `after_revision`, except deleted ones; empty without `after_revision` (RX-05). */
  changed_messages: z.array(privateMessage),
  hidden_sequences: z.array(z.int()),
  /**
   * Links of the other user stay plain text: they are a stranger to the caller (MR-01), or their account is new and the caller
   * has never replied (SV-105).
   */
  plain_links: z.boolean(),
  /** The chat is a request of the other user, which the caller may accept or decline (MR-02). */
  is_request: z.boolean(),
  /** How many texts the caller, a stranger to the other user, may write until they answer; null without a limit (MR-01). */
  texts_left: z.nullable(z.int()),
});

/** Payload for sending a message (RT-18). The timestamp is the client’s; the server stores its own. */
export const sendPrivateMessage = z.object({
  recipient: anyUsername,
  content: sentContent,
  /** URL of an image; the server fetches and stores it (PC-31). Ignored when `image_id` is given. */
  image_url: z.nullish(z.string().check(z.maxLength(URL_MAX_LENGTH))),
  /** Id of an image that the sender has uploaded before. */
  image_id: z.nullish(z.string().check(z.maxLength(64))),
  timestamp: z.optional(z.string().check(z.maxLength(40))),
  clientMessageId: z.optional(clientMessageId),
  reply_to: replyTo,
  audio_id: sentAudio,
  no_preview: noPreview,
});

/**
 * Body of deleting messages (PC-47, Q-07, Q-08): own messages are deleted for both users, others' for the caller only. An
 * empty list means all.
 */
export const deletePrivateInput = z.strictObject({
  message_ids: z
    .array(z.string().check(z.maxLength(64)))
    .check(z.maxLength(DELETE_PRIVATE_MAX, `Choose at most ${DELETE_PRIVATE_MAX} messages.`)),
  recipient: anyUsername,
  /** The caller's own username; any other is refused. */
  currentUser: z.optional(anyUsername),
});

export type PrivateMessage = z.output<typeof privateMessage>;
export type UnreadMessage = z.output<typeof unreadMessage>;
export type UnreadCount = z.output<typeof unreadCount>;
export type UserStatus = z.output<typeof userStatus>;
export type Conversation = z.output<typeof conversation>;
export type ChatRequest = z.output<typeof chatRequest>;
export type PrivateHistoryPage = z.output<typeof privateHistoryPage>;
export type SendPrivateMessage = z.output<typeof sendPrivateMessage>;
export type DeletePrivateInput = z.output<typeof deletePrivateInput>;
