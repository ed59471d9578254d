import type { messagesRoutes } from '@adda/contract/messages';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Reactions } from './reactions/reactions.service.ts';

/** Creates the handlers of the routes for messages of any kind of conversation. */
export function messagesHandlers(reactions: Reactions): Handlers<typeof messagesRoutes> {
  return {
    'POST /messages/:id/reactions': ({ actor, params, body }) => reactions.react(actor, params.id, body),
    'GET /messages/:id/reactions': ({ actor, params, query }) =>
      reactions.listPeople(actor, params.id, query),
  };
}
