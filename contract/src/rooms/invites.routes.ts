import * as z from 'zod/mini';
import { groupId } from '../kernel/ids.ts';
import { defineRoutes } from '../kernel/route.ts';
import * as s from './invites.schemas.ts';
import { groupParams } from './rooms.schemas.ts';

export const invitesRoutes = defineRoutes({
  'POST /groupchat/groups/:id/invites': {
    summary: 'Make an invitation to a room: a link, or a personal one for one user (GR-02).',
    access: 'session',
    rate: 'write',
    params: groupParams,
    body: s.inviteInput,
    output: z.object({ code: z.string(), url: z.string() }),
    errors: [
      'invalid_group_id',
      'group_not_found',
      'not_authorized',
      'invites_full',
      'username_missing',
      'user_not_found',
      'cannot_act_on_self',
      'invited_is_member',
      'already_banned',
      'not_for_strangers',
    ],
  },
  'GET /groupchat/groups/:id/invites': {
    summary:
      'Valid invitations of a room, the newest first: all for moderators, otherwise the caller’s own (GR-02).',
    access: 'session',
    rate: 'read',
    params: groupParams,
    output: z.object({ invites: z.array(s.invite) }),
    errors: ['invalid_group_id', 'group_not_found', 'not_authorized'],
  },
  'DELETE /groupchat/groups/:id/invites/:code': {
    summary: 'Revoke an invitation, for its maker and for moderators (GR-02).',
    access: 'session',
    rate: 'write',
    params: s.roomInviteParams,
    output: z.object({ message: z.string() }),
    errors: ['invalid_group_id', 'group_not_found', 'invite_gone'],
  },
  'GET /invites/:code': {
    summary: 'The room that an invitation leads to, without a login (GR-02).',
    access: 'public',
    rate: 'read',
    params: s.inviteParams,
    invalid: 'invite_gone',
    output: s.invitedRoom,
    errors: ['invite_gone'],
  },
  'POST /invites/:code/join': {
    summary: 'Join a room by an invitation; guests may (GR-02).',
    access: 'session',
    rate: 'write',
    params: s.inviteParams,
    invalid: 'invite_gone',
    output: z.object({ message: z.string(), group_id: groupId }),
    errors: ['invite_gone', 'already_a_member', 'group_full'],
  },
});
