import type { roomsRoutes } from '@adda/contract/rooms';
import type { Database } from '../../../platform/database/index.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { readRoomLog } from './room-log.service.ts';
import type { RoomModeration } from './room-moderation.service.ts';

type ModerationRoutes = Pick<
  typeof roomsRoutes,
  | 'POST /groupchat/groups/kick'
  | 'POST /groupchat/groups/ban'
  | 'POST /groupchat/groups/timeout'
  | 'POST /groups/:id/unban'
  | 'POST /groupchat/groups/:id/unban'
  | 'GET /groups/:id/banned-users'
  | 'GET /groupchat/groups/:id/banned-users'
  | 'POST /groupchat/groups/grant-permission'
  | 'POST /groupchat/groups/revoke-permission'
  | 'GET /groupchat/groups/:id/log'
  | 'POST /groupchat/groups/delete'
>;

/** Creates the handlers of the routes for moderators; unban and the banned list have two paths each. */
export function roomModerationHandlers(
  database: Pick<Database, 'db'>,
  moderation: RoomModeration,
): Handlers<ModerationRoutes> {
  const unban: Handlers<ModerationRoutes>['POST /groups/:id/unban'] = async ({ actor, params, body }) => {
    await moderation.unban(actor, { group_id: params.id, username: body.username });
    return { message: 'User unbanned successfully' };
  };
  const listBanned: Handlers<ModerationRoutes>['GET /groups/:id/banned-users'] = async (call) => {
    const { bannedUsers, totalCount } = await moderation.listBanned(call.actor, call.params.id, call.query);
    return { banned_users: bannedUsers, total_count: totalCount };
  };
  return {
    'POST /groupchat/groups/kick': async ({ actor, body }) => {
      await moderation.kick(actor, body);
      return { message: 'User kicked successfully' };
    },
    'POST /groupchat/groups/ban': async ({ actor, body }) => {
      await moderation.ban(actor, body);
      return { message: 'User banned successfully' };
    },
    'POST /groupchat/groups/timeout': async ({ actor, body }) => {
      await moderation.timeOut(actor, body);
      return { message: body.minutes === 0 ? 'Timeout ended successfully' : 'User timed out successfully' };
    },
    'POST /groups/:id/unban': unban,
    'POST /groupchat/groups/:id/unban': unban,
    'GET /groups/:id/banned-users': listBanned,
    'GET /groupchat/groups/:id/banned-users': listBanned,
    'POST /groupchat/groups/grant-permission': async ({ actor, body }) => {
      await moderation.grant(actor, body);
      return { message: 'Permissions granted successfully' };
    },
    'POST /groupchat/groups/revoke-permission': async ({ actor, body }) => {
      await moderation.revoke(actor, body);
      return { message: 'Permissions revoked successfully' };
    },
    'GET /groupchat/groups/:id/log': ({ actor, params, query }) =>
      readRoomLog(database, actor, params.id, query.cursor),
    'POST /groupchat/groups/delete': async ({ actor, body }) => {
      await moderation.deleteGroup(actor, body.group_id);
      return { message: 'Group deleted successfully' };
    },
  };
}
