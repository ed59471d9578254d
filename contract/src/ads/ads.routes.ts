import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';

export const adsRoutes = defineRoutes({
  'POST /feed/hide-ad': {
    summary: 'Never show the caller this ad again (SV-66).',
    access: 'session',
    rate: 'write',
    body: z.strictObject({ ad_id: z.string().check(z.maxLength(64)) }),
    output: z.object({ message: z.string() }),
    errors: ['ad_not_found'],
  },
});
