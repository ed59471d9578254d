import * as z from 'zod/mini';
import { messageId, timestamp } from '../kernel/ids.ts';
import { pageSize, queryInteger } from '../kernel/paging.ts';
import { HISTORY_PAGE, HISTORY_PAGE_MAX } from './messages.limits.ts';

/** What a client emits as the words of a message; null or absent is as an empty text (GC-56). */
export const sentContent = z.pipe(
  z.nullish(z.string()),
  z.transform((content) => content ?? ''),
);

/** What every message has, in a room and in a private chat. `sequence` counts up by one per message. */
export const messageFields = {
  _id: messageId,
  sequence: z.int(),
  sender: z.string(),
  content: z.string(),
  /** A signed link that works for a while; the message's own route has a fresh one. */
  image_url: z.nullable(z.string()),
  image_id: z.nullable(z.string()),
  /** Size of the image in pixels, so that nothing jumps when it comes; null without one. */
  image_width: z.nullable(z.int()),
  image_height: z.nullable(z.int()),
  timestamp,
  is_deleted: z.boolean(),
  clientMessageId: z.nullable(z.string()),
};

/**
 * Which part of a history is asked for. `before` is the timestamp of the oldest message held, `after_sequence` the
 * sequence of the newest one; not both.
 */
export const historyRange = {
  before: z.optional(z.iso.datetime({ offset: true })),
  after_sequence: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
  /** The `revision` that the client holds: deletions after it come along. */
  after_revision: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
  limit: pageSize(HISTORY_PAGE, HISTORY_PAGE_MAX),
};

/** Refuses a range that names both ends. */
export const oneEnd = z.refine<{ before?: string | undefined; after_sequence?: number | undefined }>(
  (query) => query.before === undefined || query.after_sequence === undefined,
  { path: ['after_sequence'], error: 'Give either before or after_sequence.' },
);

/** Where a history is, beside its messages. `has_more`: there is more on the side that was asked for. */
export const historyState = {
  has_more: z.boolean(),
  /** The newest sequence of the conversation when the answer was made. */
  last_sequence: z.int(),
  /** Counts the deletions of the conversation. */
  revision: z.int(),
  /** Everything up to this sequence was deleted at once and is not served; 0 while that never happened. */
  cleared_to: z.int(),
  /** Sequences of messages that were deleted since `after_revision`; empty without it. */
  deleted_sequences: z.array(z.int()),
};

/** What the sender of a stored message is told. */
export const confirmationFields = {
  clientMessageId: z.nullable(z.string()),
  _id: messageId,
  timestamp,
  sequence: z.int(),
};
