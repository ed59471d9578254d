import * as z from 'zod/mini';
import { messageId, timestamp } from '../kernel/ids.ts';
import { pageSize, queryInteger } from '../kernel/paging.ts';
import { HISTORY_PAGE, HISTORY_PAGE_MAX } from './messages.limits.ts';

/** The text of a message as a client emits it; null or absent counts as empty (GC-56). */
export const sentContent = z.pipe(
  z.nullish(z.string()),
  z.transform((content) => content ?? ''),
);

/**
 * One emoji on a message: how many users reacted with it, whether the viewer did, and up to three of them, the viewer
 * first (RX-02).
 */
export const reaction = z.object({
  emoji: z.string(),
  count: z.int(),
  mine: z.boolean(),
  usernames: z.array(z.string()),
});

/** Fields of every message, in a room and in a private chat. `sequence` increases by one per message. */
export const messageFields = {
  _id: messageId,
  sequence: z.int(),
  sender: z.string(),
  content: z.string(),
  /** A signed link with a limited lifetime; the route of the message returns a new one. */
  image_url: z.nullable(z.string()),
  image_id: z.nullable(z.string()),
  /** Size of the image in pixels, which prevents layout shifts while it loads; null without an image. */
  image_width: z.nullable(z.int()),
  image_height: z.nullable(z.int()),
  timestamp,
  is_deleted: z.boolean(),
  clientMessageId: z.nullable(z.string()),
  /**
   * The `revision` of the conversation at the message's last change; 0 for a message that has never changed. Of two
   * copies of one message, the one with the higher version is newer (RX-05).
   */
  version: z.int(),
  /** The emoji on the message, in the order of the oldest reaction that remains; empty for a deleted message (RX-02). */
  reactions: z.array(reaction),
};

/**
 * The requested range of a history. `before` is the timestamp of the oldest message held, `after_sequence` the sequence of
 * the newest one; not both.
 */
export const historyRange = {
  before: z.optional(z.iso.datetime({ offset: true })),
  after_sequence: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
  /** The `revision` that the client holds: the response includes the deletions after it. */
  after_revision: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
  limit: pageSize(HISTORY_PAGE, HISTORY_PAGE_MAX),
};

/** Refuses a range with both `before` and `after_sequence`. */
export const oneEnd = z.refine<{ before?: string | undefined; after_sequence?: number | undefined }>(
  (query) => query.before === undefined || query.after_sequence === undefined,
  { path: ['after_sequence'], error: 'Give either before or after_sequence.' },
);

/** State of a history, next to its messages. `has_more`: there are more messages in the requested direction. */
export const historyState = {
  has_more: z.boolean(),
  /** The newest sequence of the conversation at the time of the response. */
  last_sequence: z.int(),
  /** Number of changes of messages in the conversation: deletions and reactions (Q-06, RX-05). */
  revision: z.int(),
  /** Everything up to this sequence was deleted in one operation and is not returned; 0 if that has never happened. */
  cleared_to: z.int(),
  /** Sequences of messages that were deleted since `after_revision`; empty without `after_revision`. */
  deleted_sequences: z.array(z.int()),
  /** Whether more messages changed since `after_revision` than one response holds: the client reloads (RX-05). */
  reload: z.boolean(),
};

/** Payload of `message_reactions`, apart from where the message is (RX-03). */
export const reactionsChanged = {
  message_id: messageId,
  sequence: z.int(),
  reactions: z.array(reaction),
  /** The `revision` of the conversation when this was sent; at least the `version` of the message. */
  revision: z.int(),
};

/** Body of adding or removing a reaction (RX-01). */
export const reactInput = z.strictObject({ emoji: z.string().check(z.maxLength(64)), on: z.boolean() });

/** Query of who reacted to a message; without `emoji`, with any (RX-04). */
export const reactionPeopleQuery = z.object({
  emoji: z.optional(z.string().check(z.maxLength(64))),
  cursor: z.optional(z.string().check(z.maxLength(64))),
});

/** A user's reaction to a message. `avatar` is the address of a picture, null without one. */
export const reactionPerson = z.object({
  username: z.string(),
  display_name: z.string(),
  avatar: z.nullable(z.string()),
  emoji: z.string(),
  created_at: timestamp,
});

/** Fields of the confirmation that the sender of a stored message receives. */
export const confirmationFields = {
  clientMessageId: z.nullable(z.string()),
  _id: messageId,
  timestamp,
  sequence: z.int(),
};

export type Reaction = z.output<typeof reaction>;
export type ReactInput = z.output<typeof reactInput>;
export type ReactionPerson = z.output<typeof reactionPerson>;
