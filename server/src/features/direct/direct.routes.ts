import type { directRoutes } from '@adda/contract/direct';
import type { Handlers } from '../../platform/http/handler.ts';
import type { PrivateDeletions } from './chat/private-deletions.service.ts';
import type { PrivateHistory } from './chat/private-history.service.ts';
import type { PrivateMedia } from './direct.types.ts';

type ChatRoute = 'GET /chat/messages' | 'GET /chat/messages/:id' | 'POST /chat/delete_messages';

/** Answers the routes of what is said in private chats. */
export function chatHandlers(
  history: PrivateHistory,
  deletions: PrivateDeletions,
  viewerCookie: PrivateMedia['viewerCookie'],
): Handlers<Pick<typeof directRoutes, ChatRoute>> {
  return {
    'GET /chat/messages': ({ actor, query, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return history.read(actor, query);
    },
    'GET /chat/messages/:id': ({ actor, params, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return history.get(actor, params.id);
    },
    'POST /chat/delete_messages': async ({ actor, body }) => {
      const { isAll, deletedCount } = await deletions.delete(actor, body);
      const message = isAll ? 'All messages deleted successfully' : 'Message deleted successfully';
      return { message, deleted_count: deletedCount };
    },
  };
}
