import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';
import * as s from './rooms.schemas.ts';

const message = z.object({ message: z.string() });

export const roomsRoutes = defineRoutes({
  'POST /groupchat/groups/create': {
    summary: 'Open a room; its creator is a member at once (SV-24).',
    access: 'session',
    rate: 'create_group',
    body: s.createGroupInput,
    output: z.object({ message: z.string(), group_id: z.string() }),
    status: 201,
    errors: ['group_name_taken', 'guests_cannot_create_groups'],
  },
  'GET /groupchat/groups': {
    summary: 'Rooms, the caller’s own first unless sorted (SV-25).',
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
    summary: 'Become a member; guests may (SV-27).',
    access: 'session',
    rate: 'write',
    body: s.groupInput,
    output: message,
    errors: ['invalid_group_id', 'group_not_found', 'already_a_member', 'group_full'],
  },
  'POST /groupchat/groups/leave': {
    summary: 'Stop being a member (SV-28).',
    access: 'session',
    rate: 'write',
    body: s.groupInput,
    output: message,
    errors: ['invalid_group_id', 'group_not_found', 'leave_not_a_member', 'creator_cannot_leave'],
  },
  'GET /groupchat/groups/:id/members': {
    summary: 'Members, creator first; people outside see the first ten (SV-35).',
    access: 'session',
    rate: 'read',
    params: s.groupParams,
    query: s.listMembersQuery,
    output: z.object({ members: z.array(s.groupMember), total_count: z.int() }),
    errors: ['invalid_group_id', 'group_not_found'],
  },
  'GET /groupchat/group-messages': {
    summary: 'History of a room, ascending (SV-36).',
    access: 'session',
    rate: 'read',
    query: s.historyQuery,
    output: s.historyPage,
    errors: ['invalid_group_id', 'group_not_found', 'not_a_member'],
  },
});
