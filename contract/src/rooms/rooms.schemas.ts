import * as z from 'zod/mini';
import { groupId, timestamp } from '../kernel/ids.ts';
import { pageSize, skip, page } from '../kernel/paging.ts';
import { isBlankText, isUnfitForNames } from '../messages/visible-text.ts';
import { USERNAME_MAX } from '../accounts/accounts.limits.ts';
import * as limits from './rooms.limits.ts';
import { roomCategory, roomLanguage, roomSettings, roomSettingsInput } from './room-settings.schemas.ts';

/** Permissions of a member (CO-40); the creator has all of them without a grant (GM-20). */
export const permission = z.enum(['can_kick', 'can_ban']);

/**
 * An action that the caller may perform in a room. The server derives the list from its table of rights; a client shows
 * exactly the listed actions.
 */
export const roomAction = z.enum([
  'read',
  'send',
  'leave',
  'delete_own',
  'delete_any',
  'delete_all',
  'kick',
  'ban',
  'grant',
  'delete_group',
  'send_gift',
  'change_settings',
  'time_out',
  'pin',
  'read_log',
  'invite',
  'transfer',
]);

/** A member of a room as its card in a list shows them. */
const roomFace = z.object({ username: z.string(), profile_image_url: z.nullable(z.string()) });

/** The unread messages of a room that mention a user: their number, and the sequence of the oldest; null for none (MN-03). */
export const mentionCount = { unread_mentions: z.int(), oldest_mention: z.nullable(z.int()) };

/** A room as the caller sees it (GC-31): `permissions`, `is_member` and `allowed_actions` are the caller's own. */
export const group = z.object({
  group_id: groupId,
  name: z.string(),
  description: z.string(),
  created_at: timestamp,
  member_count: z.int(),
  permissions: z.array(permission),
  allowed_actions: z.array(roomAction),
  is_member: z.boolean(),
  is_banned: z.boolean(),
  creator: z.string(),
  ...roomSettings,
  /** Until when a moderator has taken the caller's right to write; null for no timeout (GR-03). */
  timeout_until: z.nullable(timestamp),
  /** Whether the caller has muted the room, and until when; null without end (GR-07). */
  is_muted: z.boolean(),
  muted_until: z.nullable(timestamp),
  /** Time of the last message; null without messages. */
  last_message_at: z.nullable(timestamp),
  /** In lists only: the creator and up to two other members (RO-02), without users in a block with the caller. */
  faces: z.optional(z.array(roomFace)),
  /** In lists only: the number of different users who wrote to all members in the last `BUSY_MINUTES` (GR-08). */
  speakers_15m: z.optional(z.int()),
  /** In lists and in single rooms, the caller's own; 0 and null for a room of which the caller is no member (MN-03). */
  unread_mentions: z.optional(mentionCount.unread_mentions),
  oldest_mention: z.optional(mentionCount.oldest_mention),
});

/** A member of a room (GC-32). */
export const groupMember = z.object({
  username: z.string(),
  profile_image_url: z.nullable(z.string()),
  is_online: z.boolean(),
  is_creator: z.boolean(),
  is_guest: z.boolean(),
  /** A global admin, on whom no room action is possible. */
  is_admin: z.boolean(),
  permissions: z.array(permission),
});

/** A banned user (GM-14). */
export const bannedUser = z.object({
  username: z.string(),
  banned_at: timestamp,
  /** Null when that account was deleted. */
  banned_by: z.nullable(z.string()),
});

/** A user's profile as others see it (GC-35, SV-17). */
export const memberProfile = z.object({
  username: z.string(),
  display_name: z.string(),
  profile_picture: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  is_online: z.boolean(),
  is_guest: z.boolean(),
  /** Null, like the bio, where there is a block between the two; then only name and picture are set (SV-17). */
  created_at: z.nullable(timestamp),
  /** Rooms that both the caller and this user are members of; empty for the caller themselves. */
  shared_groups: z.array(z.object({ group_id: groupId, name: z.string() })),
});

const groupName = z.string().check(
  z.trim(),
  z.refine((name) => !isUnfitForNames(name) && !isBlankText(name), 'Use characters that can be seen.'),
  z.minLength(limits.GROUP_NAME_MIN, `Use at least ${limits.GROUP_NAME_MIN} characters.`),
  z.maxLength(limits.GROUP_NAME_MAX, `Use at most ${limits.GROUP_NAME_MAX} characters.`),
);

const description = z
  .string()
  .check(
    z.trim(),
    z.maxLength(limits.GROUP_DESCRIPTION_MAX, `Use at most ${limits.GROUP_DESCRIPTION_MAX} characters.`),
  );

export const createGroupInput = z.strictObject({
  name: groupName,
  description: z.optional(description),
  ...roomSettingsInput,
});

/** Body of changing a room; absent fields stay as they are (GR-01). */
export const changeGroupInput = z.strictObject({
  name: z.optional(groupName),
  description: z.optional(description),
  ...roomSettingsInput,
});

/** Body of the commands on a room. The service checks the id and returns 'Invalid group ID' (GC-58). */
export const groupInput = z.strictObject({ group_id: z.string().check(z.maxLength(64)) });

/** Username of the target of a command; the service rejects an empty one (GM-16). */
const targetName = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(USERNAME_MAX));

/** Why a moderator acts; only the user concerned and the room's log get it (GR-06). */
const reason = z.optional(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(limits.MODERATION_REASON_MAX, `Use at most ${limits.MODERATION_REASON_MAX} characters.`),
    ),
);

/** Body of kick and ban (GM-26, GM-27). */
export const targetInput = z.strictObject({
  group_id: z.string().check(z.maxLength(64)),
  username: targetName,
  reason,
});

/** Body of a timeout; 0 minutes end it (GR-03). */
export const timeoutInput = z.strictObject({
  ...targetInput.shape,
  minutes: z.int().check(z.minimum(0), z.maximum(limits.TIMEOUT_MAX_MINUTES)),
});

/** Body of grant and revoke (GM-28, SV-31). */
export const permissionsInput = z.strictObject({
  group_id: z.string().check(z.maxLength(64)),
  username: targetName,
  permissions: z.array(permission).check(z.minLength(1, 'Choose at least one permission.'), z.maxLength(2)),
});

/** Body of handing a room over; `confirm_name` is the name of the room, exactly (GR-05). */
export const transferInput = z.strictObject({
  username: targetName,
  confirm_name: z.string().check(z.maxLength(limits.GROUP_NAME_MAX * 2)),
});

/** Body of unban (GM-30); the room is in the path. */
export const unbanInput = z.strictObject({ username: targetName });

/** Path parameter with the id of a room; the service checks it, as in {@link groupInput}. */
export const groupParams = z.object({ id: z.string().check(z.maxLength(64)) });

export const profileParams = z.object({
  username: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(64)),
});

/**
 * Query of the list of rooms (SV-25, GC-66, RO-06). Without `sort_by` the caller's own rooms come first; `busy` sorts by
 * `speakers_15m`. `language` also finds rooms whose language is a variant of it: `pt` finds `pt-BR` (GR-08). `is_member`: rooms
 * that the caller is in, or the other ones (HM-04).
 */
export const listGroupsQuery = z.object({
  page,
  limit: pageSize(limits.GROUP_LIST_LIMIT, limits.GROUP_LIST_LIMIT),
  sort_by: z.optional(z.enum(['member_count', 'created_at', 'name', 'busy'])),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  search: z.optional(z.string().check(z.trim(), z.maxLength(limits.GROUP_NAME_MAX))),
  category: z.optional(roomCategory),
  language: z.optional(roomLanguage),
  is_member: z.optional(z.enum(['true', 'false'])),
});

export const listMembersQuery = z.object({
  skip,
  limit: pageSize(limits.MEMBERS_PAGE, limits.MEMBERS_PAGE_MAX),
  /** Prefix of a name. */
  search: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(USERNAME_MAX))),
});

export const listBannedQuery = z.object({
  skip,
  limit: pageSize(limits.BANNED_PAGE, limits.BANNED_PAGE_MAX),
});

export type Permission = z.output<typeof permission>;
export type RoomAction = z.output<typeof roomAction>;
export type BannedUser = z.output<typeof bannedUser>;
export type MemberProfile = z.output<typeof memberProfile>;
export type ListMembersQuery = z.output<typeof listMembersQuery>;
export type Group = z.output<typeof group>;
export type RoomFace = z.output<typeof roomFace>;
export type GroupMember = z.output<typeof groupMember>;
export type ListGroupsQuery = z.output<typeof listGroupsQuery>;
export type TransferInput = z.output<typeof transferInput>;
export type CreateGroupInput = z.output<typeof createGroupInput>;
export type ChangeGroupInput = z.output<typeof changeGroupInput>;
