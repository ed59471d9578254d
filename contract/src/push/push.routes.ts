import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';
import * as s from './push.schemas.ts';

/** Web push to the browsers of the caller (PN-02). */
export const pushRoutes = defineRoutes({
  'GET /push/key': {
    summary: 'The key with which a browser subscribes: a point of P-256 as base64url (PN-02).',
    access: 'session',
    rate: 'read',
    output: z.object({ public_key: z.string() }),
    errors: [],
  },
  'POST /push/subscriptions': {
    summary:
      'Push to this browser until the session ends; an address belongs to the account that subscribed it last (PN-02).',
    access: 'session',
    rate: 'write',
    body: s.pushSubscriptionInput,
    invalid: 'invalid_subscription',
    output: z.object({ message: z.string() }),
    errors: ['invalid_subscription'],
  },
  'DELETE /push/subscriptions': {
    summary: 'End pushes to this browser; an unknown address is no error (PN-02).',
    access: 'session',
    rate: 'write',
    body: s.pushUnsubscriptionInput,
    output: z.object({ message: z.string() }),
    errors: [],
  },
});
