import * as z from 'zod/mini';
import { clientMessageId, groupId } from '../kernel/ids.ts';
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
import { DELETE_MESSAGES_MAX } from './rooms.limits.ts';

/** A message in a room (GC-33). */
export const groupMessage = z.object({
  ...messageFields,
  group_id: groupId,
  /** Same value as `group_id`. */
  groupId: groupId,
  youtube_url: z.nullable(z.string()),
  is_private: z.boolean(),
  recipient_usernames: z.array(z.string()),
  /** `true` for notices, whose sender is `system`. */
  is_admin: z.boolean(),
  is_private_notification: z.boolean(),
  /** Members whom a public message names as `@name`, in the order of the text; empty for a whisper (MN-01). */
  mentions: z.array(z.string()),
});

/** Body of deleting messages (GC-71, GC-72): by id, or all messages of a room. */
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

/** Query of a room's history (SV-36). */
export const historyQuery = z
  .object({ group_id: z.string().check(z.maxLength(64)), ...historyRange })
  .check(oneEnd);

/** Ascending by `sequence`. */
export const historyPage = z.object({
  messages: z.array(groupMessage),
  ...historyState,
  /** Messages whose version is above `after_revision`, deleted ones aside; empty without `after_revision` (RX-05). */
  changed_messages: z.array(groupMessage),
});

/** Payload of a client that sends a message (RT-03). Client timestamps are hints. */
export const sendGroupMessage = z.object({
  group_id: groupId,
  content: sentContent,
  /** URL of an image; the server fetches and stores it (GC-54). Ignored when `image_id` is given. */
  image_url: z.nullish(z.string().check(z.maxLength(URL_MAX_LENGTH))),
  /** Id of an image that the sender has uploaded before. */
  image_id: z.nullish(z.string().check(z.maxLength(64))),
  youtube_url: z.nullish(z.string().check(z.maxLength(URL_MAX_LENGTH))),
  timestamp: z.optional(z.string().check(z.maxLength(40))),
  clientMessageId: z.optional(clientMessageId),
  reply_to: replyTo,
  audio_id: sentAudio,
  no_preview: noPreview,
  /**
   * `room`: all members receive it, also with `@name` at its beginning. `whisper`: only those whom it names there. Absent or
   * null: a whisper if names are at its beginning (MN-01).
   */
  audience: z.nullish(z.enum(['whisper', 'room'])),
});

export type GroupMessage = z.output<typeof groupMessage>;
export type HistoryPage = z.output<typeof historyPage>;
export type SendGroupMessage = z.output<typeof sendGroupMessage>;
export type DeleteMessagesInput = z.output<typeof deleteMessagesInput>;
