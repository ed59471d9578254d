import type { roomsRoutes } from '@adda/contract/rooms';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Membership } from './membership.service.ts';
import type { RoomService } from './rooms.service.ts';

/** Answers the routes of rooms. */
export function roomHandlers(rooms: RoomService, membership: Membership): Handlers<typeof roomsRoutes> {
  return {
    'POST /groupchat/groups/create': async ({ actor, body }) => {
      const groupId = await membership.create(actor, body);
      return { message: 'Group created successfully', group_id: groupId };
    },
    'GET /groupchat/groups': async ({ actor, query }) => {
      const { groups, totalCount } = await rooms.list(actor, query);
      return { groups, page: query.page, total_count: totalCount };
    },
    'GET /groupchat/groups/:id': ({ actor, params }) => rooms.get(actor, params.id),
    'POST /groupchat/groups/join': async ({ actor, body }) => {
      await membership.join(actor, body.group_id);
      return { message: 'Joined group successfully' };
    },
    'POST /groupchat/groups/leave': async ({ actor, body }) => {
      await membership.leave(actor, body.group_id);
      return { message: 'Left group successfully' };
    },
    'GET /groupchat/groups/:id/members': async ({ actor, params, query }) => {
      const { members, totalCount } = await rooms.listMembers(actor, params.id, query);
      return { members, total_count: totalCount };
    },
    'GET /groupchat/group-messages': ({ actor, query }) => rooms.history(actor, query),
  };
}
