import * as z from 'zod/mini';
import { clientMessageId, groupId, messageId, timestamp } from '../kernel/ids.ts';
import { pageSize, queryInteger } from '../kernel/paging.ts';
import { URL_MAX_LENGTH } from '../media/media.limits.ts';
import { HISTORY_PAGE, HISTORY_PAGE_MAX } from '../messages/messages.limits.ts';
import { DELETE_MESSAGES_MAX } from './rooms.limits.ts';

/** A message in a room (GC-33). `sequence` counts up by one per message of the room. */
export const groupMessage = z.object({
  _id: messageId,
  sequence: z.int(),
  group_id: groupId,
  /** The same as `group_id`. */
  groupId: groupId,
  /** `system` for notices. */
  sender: z.string(),
  content: z.string(),
  /** A signed link that works for a while; `GET /groupchat/messages/:id` has a fresh one. */
  image_url: z.nullable(z.string()),
  youtube_url: z.nullable(z.string()),
  image_id: z.nullable(z.string()),
  /** Size of the image in pixels, so that nothing jumps when it comes; null without one. */
  image_width: z.nullable(z.int()),
  image_height: z.nullable(z.int()),
  timestamp,
  is_deleted: z.boolean(),
  is_private: z.boolean(),
  recipient_usernames: z.array(z.string()),
  clientMessageId: z.nullable(z.string()),
  is_admin: z.boolean(),
  is_private_notification: z.boolean(),
});

/** Body of deleting messages (GC-71, GC-72): some by their ids, or all of a room. */
export const deleteMessagesInput = z
  .strictObject({
    message_ids: z.optional(
      z
        .array(z.string().check(z.maxLength(64)))
        .check(
          z.minLength(1, 'Choose at least one message.'),
          z.maxLength(DELETE_MESSAGES_MAX, `Choose at most ${DELETE_MESSAGES_MAX} messages.`),
        ),
    ),
    group_id: z.optional(z.string().check(z.maxLength(64))),
  })
  .check(
    z.refine((body) => body.message_ids !== undefined || body.group_id !== undefined, {
      path: ['message_ids'],
      error: 'Give message_ids or group_id.',
    }),
  );

export const messageParams = z.object({ id: z.string().check(z.maxLength(64)) });

/**
 * Query of a room's history (SV-36). `before` is the timestamp of the oldest message held, `after_sequence` the
 * sequence of the newest one; not both.
 */
export const historyQuery = z
  .object({
    group_id: z.string().check(z.maxLength(64)),
    before: z.optional(z.iso.datetime({ offset: true })),
    after_sequence: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
    /** The `revision` that the client holds: deletions after it come along. */
    after_revision: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
    limit: pageSize(HISTORY_PAGE, HISTORY_PAGE_MAX),
  })
  .check(
    z.refine((query) => query.before === undefined || query.after_sequence === undefined, {
      path: ['after_sequence'],
      error: 'Give either before or after_sequence.',
    }),
  );

/** Ascending by `sequence`; `has_more`: there is more on the side that was asked for. */
export const historyPage = z.object({
  messages: z.array(groupMessage),
  has_more: z.boolean(),
  /** The newest sequence of the room when the answer was made. */
  last_sequence: z.int(),
  /** Counts the deletions of the room. */
  revision: z.int(),
  /** Everything up to this sequence was deleted at once and is not served; 0 while that never happened. */
  cleared_to: z.int(),
  /** Sequences of messages that were deleted since `after_revision`; empty without it. */
  deleted_sequences: z.array(z.int()),
});

/** What a client emits to say something (RT-03). Times of a client are hints. */
export const sendGroupMessage = z.object({
  group_id: groupId,
  content: z.string(),
  /** Where an image is; the server fetches and keeps it (GC-54). Passed over when `image_id` is given. */
  image_url: z.nullish(z.string().check(z.maxLength(URL_MAX_LENGTH))),
  /** An image that the sender has uploaded before. */
  image_id: z.nullish(z.string().check(z.maxLength(64))),
  youtube_url: z.nullish(z.string().check(z.maxLength(URL_MAX_LENGTH))),
  timestamp: z.optional(z.string().check(z.maxLength(40))),
  clientMessageId: z.optional(clientMessageId),
});

export type GroupMessage = z.output<typeof groupMessage>;
export type HistoryPage = z.output<typeof historyPage>;
export type HistoryQuery = z.output<typeof historyQuery>;
export type SendGroupMessage = z.output<typeof sendGroupMessage>;
export type DeleteMessagesInput = z.output<typeof deleteMessagesInput>;
