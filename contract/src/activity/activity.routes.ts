import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';
import * as s from './activity.schemas.ts';

/** What happened to the caller, and how far it was read. */
export const activityRoutes = defineRoutes({
  'GET /activity': {
    summary: 'What happened to the caller, the newest first; similar things are joined (NT-01).',
    access: 'session',
    rate: 'read',
    query: s.activityQuery,
    invalid: 'invalid_parameters',
    output: z.object({
      items: z.array(s.activityItem),
      unread_count: z.int(),
      next_cursor: z.nullable(z.string()),
    }),
    errors: ['invalid_parameters'],
  },
  'POST /activity/read': {
    summary: 'Read all activity up to an item of the caller; the other tabs and devices are told (NT-02).',
    access: 'session',
    rate: 'write',
    body: s.activityReadInput,
    output: z.object({ unread_count: z.int() }),
    errors: ['activity_not_found'],
  },
});
