import type { invitesRoutes } from '@adda/contract/rooms';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { Invites } from './invites.service.ts';

/** Creates the handlers of the routes for invitations (GR-02). */
export function invitesHandlers(invites: Invites): Handlers<typeof invitesRoutes> {
  return {
    'POST /groupchat/groups/:id/invites': ({ actor, params, body }) => invites.create(actor, params.id, body),
    'GET /groupchat/groups/:id/invites': async ({ actor, params }) => ({
      invites: await invites.list(actor, params.id),
    }),
    'DELETE /groupchat/groups/:id/invites/:code': async ({ actor, params }) => {
      await invites.revoke(actor, params.id, params.code);
      return { message: 'Invitation revoked' };
    },
    'GET /invites/:code': ({ params }) => invites.read(params.code),
    'POST /invites/:code/join': async ({ actor, params }) => ({
      message: 'Joined group successfully',
      group_id: await invites.join(actor, params.code),
    }),
  };
}
