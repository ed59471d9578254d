import type { roomsRoutes } from '@adda/contract/rooms';
import type { Handlers } from '../../platform/http/handler.ts';
import type { MemberProfiles } from './members/member-profile.service.ts';
import type { Membership } from './members/membership.service.ts';
import type { Ownership } from './members/ownership.service.ts';
import type { RoomService } from './rooms.service.ts';
import type { RoomSettingsService } from './settings/room-settings.service.ts';

type Services = {
  readonly rooms: RoomService;
  readonly membership: Membership;
  readonly ownership: Pick<Ownership, 'transfer'>;
  readonly settings: Pick<RoomSettingsService, 'change'>;
  readonly profiles: MemberProfiles;
};

type RoomRoutes = Pick<
  typeof roomsRoutes,
  | 'POST /groupchat/groups/create'
  | 'PATCH /groupchat/groups/:id'
  | 'GET /groupchat/groups'
  | 'GET /groupchat/groups/:id'
  | 'POST /groupchat/groups/join'
  | 'POST /groupchat/groups/leave'
  | 'POST /groupchat/groups/:id/transfer'
  | 'GET /groupchat/groups/:id/members'
  | 'GET /groupchat/users/:username/profile'
>;

/** Creates the handlers of the routes for finding, joining and leaving rooms and for their members. */
export function roomHandlers({
  rooms,
  membership,
  ownership,
  settings,
  profiles,
}: Services): Handlers<RoomRoutes> {
  return {
    'POST /groupchat/groups/create': async ({ actor, body }) => {
      const groupId = await membership.create(actor, body);
      return { message: 'Group created successfully', group_id: groupId };
    },
    'PATCH /groupchat/groups/:id': async ({ actor, params, body }) => {
      await settings.change(actor, params.id, body);
      return rooms.get(actor, params.id);
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
    'POST /groupchat/groups/:id/transfer': async ({ actor, params, body }) => {
      await ownership.transfer(actor, params.id, body);
      return { message: 'Group handed over successfully' };
    },
    'GET /groupchat/groups/:id/members': async ({ actor, params, query }) => {
      const { members, totalCount } = await rooms.listMembers(actor, params.id, query);
      return { members, total_count: totalCount };
    },
    'GET /groupchat/users/:username/profile': ({ actor, params }) => profiles.get(actor, params.username),
  };
}
