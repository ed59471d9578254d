import type { pushRoutes } from '@adda/contract/push';
import { createBody } from '../../features/push/push.fixture.ts';
import type { ScenesOf } from './scene.fixture.ts';

/** Subscribing a new browser, and ending the subscription of the owner's. */
export const pushScenes: ScenesOf<typeof pushRoutes> = {
  'GET /push/key': async () => ({}),
  'POST /push/subscriptions': async () => ({ body: createBody() }),
  'DELETE /push/subscriptions': async ({ client, owner }) => {
    const body = createBody();
    await client('POST /push/subscriptions', { body }, owner);
    return { body: { endpoint: body.endpoint } };
  },
};
