import type { directRoutes } from '@adda/contract/direct';
import type { Database } from '../../platform/database/index.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { readOne } from '../messages/index.ts';
import type { createPrivateHistory } from './chat/private-history.service.ts';
import type { createPrivateDeletions } from './chat/private-deletions.service.ts';
import type { PrivateKind } from './chat/private-kind.service.ts';
import type { PrivateMedia } from './direct.types.ts';

type ChatRoute = 'GET /chat/messages' | 'GET /chat/messages/:id' | 'POST /chat/delete_messages';

type Deps = {
  readonly database: Database;
  readonly kind: PrivateKind;
  readonly deleteMessages: ReturnType<typeof createPrivateDeletions>;
  readonly readHistory: ReturnType<typeof createPrivateHistory>;
  readonly viewerCookie: PrivateMedia['viewerCookie'];
};

/** Creates the handlers of the routes for messages of private chats. */
export function chatHandlers({
  database,
  kind,
  deleteMessages,
  readHistory,
  viewerCookie,
}: Deps): Handlers<Pick<typeof directRoutes, ChatRoute>> {
  return {
    'GET /chat/messages': ({ actor, query, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return readHistory(actor, query);
    },
    'GET /chat/messages/:id': ({ actor, params, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return readOne(database, kind, actor, params.id);
    },
    'POST /chat/delete_messages': async ({ actor, body }) => {
      const { isAll, deletedCount } = await deleteMessages(actor, body);
      const message = isAll ? 'All messages deleted successfully' : 'Message deleted successfully';
      return { message, deleted_count: deletedCount };
    },
  };
}
