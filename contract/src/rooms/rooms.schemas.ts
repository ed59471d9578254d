import * as z from 'zod/mini';
import { clientMessageId, groupId, messageId, timestamp } from '../kernel/ids.ts';
import { pageSize, queryInteger, skip, page } from '../kernel/paging.ts';
import { HISTORY_PAGE, HISTORY_PAGE_MAX } from '../messages/messages.limits.ts';
import * as limits from './rooms.limits.ts';

/** What may be granted to a member (CO-40); the creator holds all of them without a grant (GM-20). */
export const permission = z.enum(['can_kick', 'can_ban']);

/** A room as the caller sees it (GC-31): `permissions` and `is_member` are the caller's own. */
export const group = z.object({
  group_id: groupId,
  name: z.string(),
  description: z.string(),
  created_at: timestamp,
  member_count: z.int(),
  permissions: z.array(permission),
  is_member: z.boolean(),
  creator: z.string(),
  /** When something was last said; null in a silent room. */
  last_message_at: z.nullable(timestamp),
});

/** A member of a room (GC-32). */
export const groupMember = z.object({
  username: z.string(),
  is_online: z.boolean(),
  is_creator: z.boolean(),
  is_guest: z.boolean(),
  permissions: z.array(permission),
});

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
  image_url: z.nullable(z.string()),
  youtube_url: z.nullable(z.string()),
  image_id: z.nullable(z.string()),
  timestamp,
  is_deleted: z.boolean(),
  is_private: z.boolean(),
  recipient_usernames: z.array(z.string()),
  clientMessageId: z.nullable(z.string()),
  is_admin: z.boolean(),
  is_private_notification: z.boolean(),
});

export const groupName = z
  .string()
  .check(
    z.trim(),
    z.minLength(limits.GROUP_NAME_MIN, `Use at least ${limits.GROUP_NAME_MIN} characters.`),
    z.maxLength(limits.GROUP_NAME_MAX, `Use at most ${limits.GROUP_NAME_MAX} characters.`),
  );

export const createGroupInput = z.strictObject({
  name: groupName,
  description: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(limits.GROUP_DESCRIPTION_MAX, `Use at most ${limits.GROUP_DESCRIPTION_MAX} characters.`),
      ),
  ),
});

/** Body of the commands on a room. The id is checked by the service, whose answer is 'Invalid group ID' (GC-58). */
export const groupInput = z.strictObject({ group_id: z.string().check(z.maxLength(64)) });

/** The same in a path. */
export const groupParams = z.object({ id: z.string().check(z.maxLength(64)) });

/** Query of the list of rooms (SV-25, GC-66, RO-06). Without `sort_by` the caller's own rooms come first. */
export const listGroupsQuery = z.object({
  page,
  limit: pageSize(limits.GROUP_LIST_LIMIT, limits.GROUP_LIST_LIMIT),
  sort_by: z.optional(z.enum(['member_count', 'created_at', 'name'])),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  search: z.optional(z.string().check(z.trim(), z.maxLength(limits.GROUP_NAME_MAX))),
});

export const listMembersQuery = z.object({
  skip,
  limit: pageSize(limits.MEMBERS_PAGE, limits.MEMBERS_PAGE_MAX),
});

/**
 * Query of a room's history (SV-36). `before` is the timestamp of the oldest message held, `after_sequence` the
 * sequence of the newest one; not both.
 */
export const historyQuery = z
  .object({
    group_id: z.string().check(z.maxLength(64)),
    before: z.optional(z.iso.datetime({ offset: true })),
    after_sequence: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
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
});

/** What a client emits to say something (RT-03). Times of a client are hints. */
export const sendGroupMessage = z.object({
  group_id: groupId,
  content: z.string(),
  image_url: z.optional(z.null()),
  image_id: z.optional(z.null()),
  youtube_url: z.optional(z.null()),
  timestamp: z.optional(z.string().check(z.maxLength(40))),
  clientMessageId: z.optional(clientMessageId),
});

export type Permission = z.output<typeof permission>;
export type Group = z.output<typeof group>;
export type GroupMember = z.output<typeof groupMember>;
export type GroupMessage = z.output<typeof groupMessage>;
export type HistoryPage = z.output<typeof historyPage>;
export type HistoryQuery = z.output<typeof historyQuery>;
export type ListGroupsQuery = z.output<typeof listGroupsQuery>;
export type CreateGroupInput = z.output<typeof createGroupInput>;
export type SendGroupMessage = z.output<typeof sendGroupMessage>;
