import type { pushRoutes } from '@adda/contract/push';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Subscriptions } from './subscriptions.service.ts';

/** Returns the handlers of web push. `publicKey` is what browsers subscribe with. */
export const pushHandlers = (
  subscriptions: Subscriptions,
  publicKey: string,
): Handlers<typeof pushRoutes> => ({
  'GET /push/key': () => ({ public_key: publicKey }),
  'POST /push/subscriptions': async ({ actor, body }) => {
    await subscriptions.subscribe(actor, body);
    return { message: 'Notifications are on in this browser' };
  },
  'DELETE /push/subscriptions': async ({ actor, body }) => {
    await subscriptions.unsubscribe(actor.userId, body.endpoint);
    return { message: 'Notifications are off in this browser' };
  },
});
