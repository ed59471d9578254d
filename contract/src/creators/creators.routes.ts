import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { timestamp } from '../kernel/ids.ts';
import { pageSize, skip } from '../kernel/paging.ts';
import { defineRoutes } from '../kernel/route.ts';
import { CREATORS_PAGE, CREATORS_PAGE_MAX } from './creators.limits.ts';
import * as s from './creators.schemas.ts';

const creatorQuery = z.object({ creator: anyUsername });

/** One handler on two paths. */
const createPlan = {
  access: 'session',
  rate: 'write',
  guests: 'guests_cannot_create_plans',
  body: s.planInput,
  output: z.object({ plan_id: s.planId, message: z.string(), plan: s.plan }),
  status: 201,
  errors: ['guests_cannot_create_plans', 'not_own_plan', 'too_many_plans'],
} as const;

export const creatorsRoutes = defineRoutes({
  'GET /subscriptions/creators': {
    summary: 'People with a plan or a public post, those with most subscribers first (SV-68).',
    access: 'session',
    rate: 'read',
    query: z.object({ skip, limit: pageSize(CREATORS_PAGE, CREATORS_PAGE_MAX) }),
    output: z.object({ creators: z.array(s.creator) }),
    errors: [],
  },
  'GET /subscriptions/plans/list': {
    summary: 'The plans of somebody, the cheapest first, as a bare list (PL-13, Q-39).',
    access: 'session',
    rate: 'read',
    query: creatorQuery,
    output: z.array(s.plan),
    errors: ['user_not_found'],
  },
  'POST /subscriptions/plan': { summary: 'Offer a plan (PL-15, SV-69).', ...createPlan },
  'POST /subscriptions/plans/create': { summary: 'The same (PL-16, X-06).', ...createPlan },
  'GET /subscriptions/check': {
    summary: 'Whether the caller has an active subscription to somebody (SV-74).',
    access: 'session',
    rate: 'read',
    query: creatorQuery,
    output: z.object({
      is_subscribed: z.boolean(),
      plan_id: z.nullable(s.planId),
      expires_at: z.nullable(timestamp),
    }),
    errors: ['user_not_found'],
  },
  'POST /subscriptions/unsubscribe': {
    summary: 'End the caller’s subscription to somebody at once, without a refund (SV-75).',
    access: 'registered',
    rate: 'write',
    query: creatorQuery,
    output: z.object({ message: z.string() }),
    errors: ['user_not_found', 'no_active_subscription'],
  },
});
