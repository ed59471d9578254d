import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { groupId, messageId, timestamp } from '../kernel/ids.ts';
import { queryInteger } from '../kernel/paging.ts';
import { waveform } from '../media/media.schemas.ts';
import { EDIT_KEY_MAX, FORWARD_KEY_MAX, FORWARD_PLACES_MAX, HISTORY_PAGE_MAX } from './messages.limits.ts';

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

/**
 * The message that a reply refers to, as the viewer may see it (RY-01). `excerpt` is the beginning of its text on one line.
 * If the viewer may not see it, `sender` is null, the excerpt is empty, and all other facts are false.
 */
export const quote = z.object({
  message_id: messageId,
  sequence: z.int(),
  sender: z.nullable(z.string()),
  excerpt: z.string(),
  has_image: z.boolean(),
  has_voice: z.boolean(),
  has_video: z.boolean(),
  is_deleted: z.boolean(),
});

/**
 * The card of the first link in a message's text: the page's title, the name of its site and a picture, as the server fetched
 * them once (FT-05). `image_url` is a signed link to a picture that the server stores; null without one.
 */
export const linkPreview = z.object({
  url: z.string(),
  title: z.string(),
  site: z.string(),
  image_url: z.nullable(z.string()),
});

/** The author of the message that was forwarded (FT-06). */
export const forwardedFrom = z.object({ username: z.string() });

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
  /** A signed link to the sound of a voice message, like `image_url`; null for any other message (VM-01). */
  audio_url: z.nullable(z.string()),
  audio_duration_ms: z.nullable(z.int()),
  audio_waveform: z.nullable(waveform),
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
  /** Time of the last edit; null for a text as it was sent (ED-02). */
  edited_at: z.nullable(timestamp),
  /** The quoted message of a reply; null for a message that is no reply. */
  reply_to: z.nullable(quote),
  /** The card of a link; null without one, and until the server has fetched the page (FT-05). */
  preview: z.nullable(linkPreview),
  /**
   * Who wrote the message that this one forwards; null for any other message, and if the author does not want to be named
   * or the viewer has a block with them (FT-06).
   */
  forwarded_from: z.nullable(forwardedFrom),
};

/** Id of a recording that the sender has uploaded and not sent yet; not beside an image or a video (VM-01). */
export const sentAudio = z.nullish(z.string().check(z.maxLength(64)));

/** `true`: the links of this message get no card (FT-05). */
export const noPreview = z.nullish(z.boolean());

/** Id of the message that a sent message replies to; null or absent for none (RY-01). */
export const replyTo = z.nullish(z.string().check(z.maxLength(64)));

/**
 * The requested range of a history. `before` is the timestamp of the oldest message held, `after_sequence` the sequence of
 * the newest one; not both.
 */
export const historyRange = {
  before: z.optional(z.iso.datetime({ offset: true })),
  after_sequence: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
  /** The `revision` that the client holds: the response includes the deletions after it. */
  after_revision: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
  /** The message in the middle of the page; not with `before`, `after_sequence` or `limit` (RY-04). */
  around_sequence: z.optional(queryInteger(1, Number.MAX_SAFE_INTEGER)),
  limit: z.optional(queryInteger(1, HISTORY_PAGE_MAX)),
};

type RangeEnds = {
  before?: string | undefined;
  after_sequence?: number | undefined;
  around_sequence?: number | undefined;
  limit?: number | undefined;
};

/** Refuses a range with both `before` and `after_sequence`, or with one of them or a limit beside `around_sequence`. */
export const oneEnd = z.refine<RangeEnds>(
  ({ before, after_sequence: after, around_sequence: around, limit }) =>
    around === undefined
      ? before === undefined || after === undefined
      : before === undefined && after === undefined && limit === undefined,
  { path: ['after_sequence'], error: 'Give either before or after_sequence.' },
);

/** State of a history, next to its messages. `has_more`: there are more messages in the requested direction. */
export const historyState = {
  has_more: z.boolean(),
  /** The newest sequence of the conversation at the time of the response. */
  last_sequence: z.int(),
  /** Number of changes of messages in the conversation: deletions, edits and reactions (Q-06, RX-05). */
  revision: z.int(),
  /** Everything up to this sequence was deleted in one operation and is not returned; 0 if that has never happened. */
  cleared_to: z.int(),
  /** Sequences of messages that were deleted since `after_revision`; empty without `after_revision`. */
  deleted_sequences: z.array(z.int()),
  /** Only with `around_sequence`: whether there are older and newer messages than those of the page (RY-04). */
  has_more_before: z.optional(z.boolean()),
  has_more_after: z.optional(z.boolean()),
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

/** Fields of `message_preview`, beside the place of the message: its card as it is now (FT-05). */
export const previewChanged = {
  message_id: messageId,
  sequence: z.int(),
  preview: z.nullable(linkPreview),
  /** The `revision` of the conversation when this was sent; at least the `version` of the message. */
  revision: z.int(),
};

/** The field of `message_edited` beside those of the message (ED-02). */
export const editedFields = {
  /** The `revision` of the conversation when this was sent; at least the `version` of the message. */
  revision: z.int(),
};

/**
 * Body of an edit (ED-01). `edit_key`, unique per message, makes a retry the same edit: it changes nothing and returns the
 * message as it is (ED-03).
 */
export const editInput = z.strictObject({
  content: z.string(),
  edit_key: z.optional(z.string().check(z.minLength(1), z.maxLength(EDIT_KEY_MAX))),
});

/** A place where a message is forwarded: a room, or the private chat with a user (FT-06). */
export const forwardPlace = z.union([
  z.strictObject({ group_id: groupId }),
  z.strictObject({ recipient: anyUsername }),
]);

/**
 * Body of forwarding a message (FT-06). `forward_key`, unique per forward, makes a retry the same forward: it stores nothing
 * and returns the messages as they were stored first.
 */
export const forwardInput = z.strictObject({
  to: z.array(forwardPlace).check(z.minLength(1), z.maxLength(FORWARD_PLACES_MAX)),
  forward_key: z.optional(z.string().check(z.minLength(1), z.maxLength(FORWARD_KEY_MAX))),
});

const forwardedPosition = { _id: messageId, sequence: z.int() };

/** A message that a forward stored, with its place as the request named it. */
export const forwardedMessage = z.union([
  z.object({ group_id: groupId, ...forwardedPosition }),
  z.object({ recipient: z.string(), ...forwardedPosition }),
]);

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
export type Quote = z.output<typeof quote>;
export type LinkPreview = z.output<typeof linkPreview>;
export type ForwardedFrom = z.output<typeof forwardedFrom>;
export type ForwardPlace = z.output<typeof forwardPlace>;
export type ForwardInput = z.output<typeof forwardInput>;
export type ForwardedMessage = z.output<typeof forwardedMessage>;
export type EditInput = z.output<typeof editInput>;
export type ReactInput = z.output<typeof reactInput>;
export type ReactionPerson = z.output<typeof reactionPerson>;
