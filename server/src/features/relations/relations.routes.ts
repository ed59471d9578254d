import type { relationsRoutes } from '@adda/contract/relations';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Blocks } from './blocks.service.ts';

/** Answers the calls of relations. */
export function relationsHandlers(blocks: Blocks): Handlers<typeof relationsRoutes> {
  return {
    'POST /users/block': async ({ actor, body }) => {
      await blocks.block(actor, body.blocked_username);
      return { message: 'User blocked successfully' };
    },
    'POST /users/unblock': async ({ actor, body }) => {
      await blocks.unblock(actor, body.blocked_username);
      return { message: 'User unblocked successfully' };
    },
    'GET /users/blocks/check/:username': ({ actor, params }) => blocks.check(actor, params.username),
    'GET /users/blocks/list': async ({ actor }) => ({ blocked_users: await blocks.list(actor) }),
  };
}
