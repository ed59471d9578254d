import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';

/** What a client needs to know of this server's settings; no secrets (SV-107). */
export const clientConfig = z.object({
  max_group_members: z.int(),
  features: z.record(z.string(), z.boolean()),
});

export const platformRoutes = defineRoutes({
  'GET /health': {
    summary: 'Whether requests can be served; 503 while the server is draining.',
    access: 'open',
    rate: 'read',
    output: z.object({ status: z.literal('ok') }),
    errors: [],
  },
  'GET /config/client': {
    summary: 'Settings and feature flags of this server for clients.',
    access: 'public',
    rate: 'read',
    output: clientConfig,
    errors: [],
  },
});
