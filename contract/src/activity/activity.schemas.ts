import * as z from 'zod/mini';
import { groupId, timestamp } from '../kernel/ids.ts';
import { cursorText } from '../kernel/paging.ts';

/**
 * What happened to the reader (NT-01). Likes, follows and emoji reactions are joined by subject. `moderation` and
 * `export_ready` are what `GET /notifications` lists too, `invite` is a personal invitation to a room (GR-02), `subscription`
 * means that somebody subscribed to the reader, `security` is a login on a new device or from a new country (ID-05).
 * `announcement` is for everybody.
 */
export const activityKind = z.enum([
  'like',
  'comment',
  'comment_reply',
  'follow',
  'follow_request',
  'mention',
  'reply',
  'emoji_reaction',
  'gift',
  'subscription',
  'payout',
  'invite',
  'moderation',
  'export_ready',
  'security',
  'announcement',
]);

export const activityId = z.string().check(z.regex(/^[0-9a-f]{24}$/));

/**
 * Where an item leads. `id`: of the post, comment, message, room, report, order or session, or the username; `group_id`: the room of a
 * message or gift; `username`: the other user of a private chat, or the user whom the item is about; `post_id`: the post of a
 * comment; `invite_code`: of a personal invitation; `sanction_id`: a sanction that can be appealed against.
 */
const activitySubject = z.object({
  type: z.enum(['post', 'comment', 'message', 'group', 'user', 'report', 'order', 'session']),
  id: z.string(),
  group_id: z.optional(groupId),
  username: z.optional(z.string()),
  post_id: z.optional(z.string()),
  invite_code: z.optional(z.string()),
  sanction_id: z.optional(z.string()),
});

/**
 * Something that happened to the reader. `actors`: who did it, at most `ACTIVITY_ACTORS_MAX`, the newest first, none for what the
 * operators did; `actor_count` counts all of them. `excerpt`: at most `ACTIVITY_EXCERPT_MAX` characters of the subject, or of what
 * was said. `created_at`: of the newest of what is joined; the list is in this order.
 */
export const activityItem = z.object({
  activity_id: activityId,
  kind: activityKind,
  actors: z.array(
    z.object({ username: z.string(), display_name: z.string(), avatar: z.nullable(z.string()) }),
  ),
  actor_count: z.int(),
  subject: activitySubject,
  excerpt: z.string(),
  created_at: timestamp,
  is_read: z.boolean(),
});

/** Query of the activity: `filter` is `unread`, or kinds separated by commas. */
export const activityQuery = z.object({
  cursor: z.optional(cursorText),
  filter: z.optional(z.string().check(z.maxLength(300))),
});

/** Body of reading: the item of the caller up to which everything was read. */
export const activityReadInput = z.strictObject({ up_to: z.string().check(z.maxLength(100)) });

/**
 * Payload of `activity` (NT-02): an item that is new or changed, or the ids of items that are gone. `read_up_to` is there after
 * the caller read up to that item on one of their devices.
 */
export const activityChanged = z.union([
  z.object({ item: activityItem, unread_count: z.int() }),
  z.object({ removed: z.array(activityId), read_up_to: z.optional(activityId), unread_count: z.int() }),
]);

export type ActivityKind = z.output<typeof activityKind>;
export type ActivitySubject = z.output<typeof activitySubject>;
export type ActivityItem = z.output<typeof activityItem>;
export type ActivityQuery = z.output<typeof activityQuery>;
export type ActivityChanged = z.output<typeof activityChanged>;
