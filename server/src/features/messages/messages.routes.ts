import type { draftsRoutes, messagesRoutes, mutesRoutes } from '@adda/contract/messages';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Drafts } from './drafts/drafts.service.ts';
import type { Edits } from './edits/edits.service.ts';
import type { Forwards } from './forwards/forwards.service.ts';
import type { Mutes } from './mutes/mutes.service.ts';
import type { Reactions } from './reactions/reactions.service.ts';

/** Creates the handlers of the routes for messages of any kind of conversation. */
export function messagesHandlers({
  reactions,
  edits,
  drafts,
  forwards,
  mutes,
}: {
  readonly reactions: Reactions;
  readonly edits: Edits;
  readonly drafts: Drafts;
  readonly forwards: Forwards;
  readonly mutes: Mutes;
}): Handlers<typeof messagesRoutes & typeof draftsRoutes & typeof mutesRoutes> {
  return {
    'PATCH /messages/:id': ({ actor, params, body }) => edits.edit(actor, params.id, body),
    'POST /messages/:id/forward': ({ actor, params, body }) => forwards.forward(actor, params.id, body),
    'POST /messages/:id/reactions': ({ actor, params, body }) => reactions.react(actor, params.id, body),
    'GET /messages/:id/reactions': ({ actor, params, query }) =>
      reactions.listPeople(actor, params.id, query),
    'PUT /drafts': async ({ actor, body }) => ({ draft: await drafts.put(actor, body) }),
    'GET /conversations/mutes': async ({ actor }) => ({ mutes: await mutes.list(actor) }),
    'POST /conversations/mute': ({ actor, body }) => mutes.set(actor, body),
    'GET /drafts': async ({ actor }) => ({ drafts: await drafts.list(actor) }),
  };
}
