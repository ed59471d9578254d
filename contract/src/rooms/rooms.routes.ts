import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';
import * as m from './group-messages.schemas.ts';
import * as l from './room-log.schemas.ts';
import * as s from './rooms.schemas.ts';

const message = z.object({ message: z.string() });

/** Has two paths, because clients use both. */
const unban = {
  summary: 'Unban a user; does not make them a member again (SV-33).',
  access: 'session',
  rate: 'write',
  params: s.groupParams,
  body: s.unbanInput,
  output: message,
  errors: [
    'invalid_group_id',
    'group_not_found',
    'not_authorized',
    'username_missing',
    'user_not_found',
    'not_banned',
  ],
} as const;

/** Has two paths, because clients use both. */
const bannedUsers = {
  summary: 'Banned users of a room, for members with the right to ban (SV-34).',
  access: 'session',
  rate: 'read',
  params: s.groupParams,
  query: s.listBannedQuery,
  output: z.object({ banned_users: z.array(s.bannedUser), total_count: z.int() }),
  errors: ['invalid_group_id', 'group_not_found', 'not_authorized'],
} as const;

/** Errors of actions on another member. */
const targetErrors = [
  'invalid_group_id',
  'group_not_found',
  'not_authorized',
  'username_missing',
  'user_not_found',
  'cannot_act_on_self',
  'cannot_act_on_creator',
  'cannot_act_on_admin',
] as const;

/** Errors of the texts and the picture of a room. */
const settingsErrors = [
  'words_refused',
  'group_name_taken',
  'room_picture_not_found',
  'image_service_busy',
  'upload_refused',
  'scanner_unavailable',
] as const;

/** Errors of pinning and unpinning. */
const pinErrors = [
  'invalid_group_id',
  'group_not_found',
  'not_authorized',
  'timed_out',
  'message_not_found',
] as const;

export const roomsRoutes = defineRoutes({
  'POST /groupchat/groups/create': {
    summary: 'Create a room with its settings; its creator becomes a member (SV-24, GR-01).',
    access: 'session',
    rate: 'create_group',
    body: s.createGroupInput,
    output: z.object({ message: z.string(), group_id: z.string() }),
    status: 201,
    errors: [...settingsErrors, 'guests_cannot_create_groups'],
  },
  'PATCH /groupchat/groups/:id': {
    summary: 'Change the name or the settings of a room, with the right to ban; returns the room (GR-01).',
    access: 'session',
    rate: 'write',
    params: s.groupParams,
    body: s.changeGroupInput,
    output: s.group,
    errors: [...settingsErrors, 'invalid_group_id', 'group_not_found', 'not_authorized'],
  },
  'GET /groupchat/groups': {
    summary: 'Rooms, by default the caller’s own first, of a category or language if given (SV-25, GR-08).',
    access: 'session',
    rate: 'read',
    query: s.listGroupsQuery,
    output: z.object({ groups: z.array(s.group), page: z.int(), total_count: z.int() }),
    errors: [],
  },
  'GET /groupchat/groups/:id': {
    summary: 'One room (SV-26, X-54).',
    access: 'session',
    rate: 'read',
    params: s.groupParams,
    output: s.group,
    errors: ['invalid_group_id', 'group_not_found'],
  },
  'POST /groupchat/groups/join': {
    summary: 'Join a room; guests may (SV-27).',
    access: 'session',
    rate: 'write',
    body: s.groupInput,
    output: message,
    errors: ['invalid_group_id', 'group_not_found', 'already_a_member', 'banned_from_group', 'group_full'],
  },
  'POST /groupchat/groups/leave': {
    summary:
      'Leave a room; when its creator does, it gets the successor as its owner, or closes if none is left (SV-28, GR-05).',
    access: 'session',
    rate: 'write',
    body: s.groupInput,
    output: message,
    errors: ['invalid_group_id', 'group_not_found', 'leave_not_a_member'],
  },
  'GET /groupchat/groups/:id/members': {
    summary: 'Members, creator first; non-members see the first ten (SV-35).',
    access: 'session',
    rate: 'read',
    params: s.groupParams,
    query: s.listMembersQuery,
    output: z.object({ members: z.array(s.groupMember), total_count: z.int() }),
    errors: ['invalid_group_id', 'group_not_found'],
  },
  'GET /groupchat/group-messages': {
    summary: 'History of a room, ascending by sequence (SV-36).',
    access: 'session',
    rate: 'read',
    query: m.historyQuery,
    output: m.historyPage,
    errors: ['invalid_group_id', 'group_not_found', 'not_a_member'],
  },
  'GET /groupchat/messages/:id': {
    summary: 'One message that the caller may read, with a new link to its image.',
    access: 'session',
    rate: 'read',
    params: m.messageParams,
    output: m.groupMessage,
    errors: ['message_not_found', 'not_a_member'],
  },
  'POST /groupchat/delete_messages': {
    summary: 'Delete some messages (all of them or none), or every message of a room (SV-37).',
    access: 'session',
    rate: 'write',
    body: m.deleteMessagesInput,
    output: z.object({ message: z.string(), deleted_count: z.int() }),
    errors: [
      'invalid_group_id',
      'group_not_found',
      'not_a_member',
      'not_authorized',
      'message_not_found',
      'not_yours_to_delete',
    ],
  },
  'POST /groupchat/groups/:id/pins/:message_id': {
    summary: 'Pin a message; pinning it again changes nothing (GR-04).',
    access: 'session',
    rate: 'write',
    params: l.pinParams,
    output: message,
    errors: [...pinErrors, 'cannot_be_pinned', 'pins_full'],
  },
  'DELETE /groupchat/groups/:id/pins/:message_id': {
    summary: 'Unpin a message; does nothing if it is not pinned (GR-04).',
    access: 'session',
    rate: 'write',
    params: l.pinParams,
    output: message,
    errors: pinErrors,
  },
  'GET /groupchat/groups/:id/pins': {
    summary: 'The pinned messages that the caller may see, the newest pin first (GR-04).',
    access: 'session',
    rate: 'read',
    params: s.groupParams,
    output: z.object({ pins: z.array(l.pin) }),
    errors: ['invalid_group_id', 'group_not_found', 'not_a_member'],
  },
  'POST /groupchat/groups/kick': {
    summary: 'Remove a member from a room; they may join again (SV-29).',
    access: 'session',
    rate: 'write',
    body: s.targetInput,
    output: message,
    errors: [...targetErrors, 'target_not_a_member'],
  },
  'POST /groupchat/groups/ban': {
    summary: 'Ban a user from a room, whether they are a member or not (SV-29).',
    access: 'session',
    rate: 'write',
    body: s.targetInput,
    output: message,
    errors: [...targetErrors, 'already_banned'],
  },
  'POST /groupchat/groups/timeout': {
    summary: 'Take the right to write from a member for some minutes; 0 gives it back (GR-03).',
    access: 'session',
    rate: 'write',
    body: s.timeoutInput,
    output: message,
    errors: [...targetErrors, 'target_not_a_member'],
  },
  'POST /groups/:id/unban': unban,
  'POST /groupchat/groups/:id/unban': unban,
  'GET /groups/:id/banned-users': bannedUsers,
  'GET /groupchat/groups/:id/banned-users': bannedUsers,
  'POST /groupchat/groups/grant-permission': {
    summary: 'Grant permissions to a member; replaces earlier grants (SV-30).',
    access: 'session',
    rate: 'write',
    body: s.permissionsInput,
    output: message,
    errors: [...targetErrors, 'target_not_a_member', 'cannot_grant_to_guest'],
  },
  'POST /groupchat/groups/revoke-permission': {
    summary: 'Revoke permissions of a member (SV-31).',
    access: 'session',
    rate: 'write',
    body: s.permissionsInput,
    output: message,
    errors: [...targetErrors, 'target_not_a_member', 'cannot_grant_to_guest'],
  },
  'POST /groupchat/groups/:id/transfer': {
    summary: 'Hand the room over to a member, by its creator alone (GR-05).',
    access: 'session',
    rate: 'write',
    params: s.groupParams,
    body: s.transferInput,
    output: message,
    errors: [
      'invalid_group_id',
      'group_not_found',
      'not_authorized',
      'confirmation_wrong',
      'username_missing',
      'user_not_found',
      'cannot_act_on_self',
      'cannot_own_as_guest',
      'target_not_a_member',
    ],
  },
  'GET /groupchat/groups/:id/log': {
    summary: 'What moderators did in a room, newest first, for its moderators (GR-06).',
    access: 'session',
    rate: 'read',
    params: s.groupParams,
    query: l.roomLogQuery,
    output: z.object({ entries: z.array(l.roomLogEntry), next_cursor: z.nullable(z.string()) }),
    errors: ['invalid_group_id', 'group_not_found', 'not_authorized', 'invalid_parameters'],
  },
  'POST /groupchat/groups/delete': {
    summary: 'Delete a room permanently (SV-32).',
    access: 'session',
    rate: 'write',
    body: s.groupInput,
    output: message,
    errors: ['invalid_group_id', 'group_not_found', 'not_authorized'],
  },
  'GET /groupchat/users/:username/profile': {
    summary: 'A user’s profile as others see it (SV-17).',
    access: 'session',
    rate: 'read',
    params: s.profileParams,
    output: s.memberProfile,
    errors: ['user_not_found'],
  },
});
