import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { timestamp } from '../kernel/ids.ts';
import { pageSize, skip } from '../kernel/paging.ts';
import { defineRoutes } from '../kernel/route.ts';
import { DEFAULT_GATEWAY } from '../payments/payments.limits.ts';
import { anyGateway, paymentGateway, verifyPaymentInput } from '../payments/payments.schemas.ts';
import { CREATORS_PAGE, CREATORS_PAGE_MAX } from './creators.limits.ts';
import * as s from './creators.schemas.ts';

const creatorQuery = z.object({ creator: anyUsername });

/** A creator, a plan, or both; with both, the plan must belong to the creator (SV-75). */
const creatorOrPlan = z.object({ creator: z.optional(anyUsername), plan_id: z.optional(s.planId) }).check(
  z.refine(({ creator, plan_id: planId }) => creator !== undefined || planId !== undefined, {
    path: ['creator'],
    error: 'Name a creator or a plan.',
  }),
);

const message = z.object({ message: z.string() });
const byPlan = z.object({ plan_id: s.planId });

/** The same handler on one path per provider; the order must belong to that provider. */
const verifyPayment = {
  access: 'session',
  rate: 'write',
  params: z.object({ subscription_id: s.subscriptionId }),
  body: verifyPaymentInput,
  output: z.object({ message: z.string(), is_subscribed: z.literal(true), expires_at: timestamp }),
  errors: [
    'subscription_not_found',
    'payment_of_somebody_else',
    'payment_not_completed',
    'payment_declined',
    'payment_mismatch',
    'wrong_gateway',
    'payment_provider_failed',
    'no_active_subscription',
  ],
} as const;

/** The same handler on two paths. */
const createPlan = {
  access: 'session',
  rate: 'write',
  guests: 'guests_cannot_create_plans',
  body: s.planInput,
  output: z.object({ plan_id: s.planId, message: z.string(), plan: s.plan }),
  status: 201,
  errors: ['words_refused', 'guests_cannot_create_plans', 'not_own_plan', 'too_many_plans'],
} as const;

export const creatorsRoutes = defineRoutes({
  'GET /subscriptions/creators': {
    summary: 'Creators (users with a plan or a public post), those with most subscribers first (SV-68).',
    access: 'session',
    rate: 'read',
    query: z.object({ skip, limit: pageSize(CREATORS_PAGE, CREATORS_PAGE_MAX) }),
    output: z.object({ creators: z.array(s.creator) }),
    errors: [],
  },
  'GET /subscriptions/plans/list': {
    summary: 'The plans of a creator, the cheapest first, as a bare list (PL-13, Q-39).',
    access: 'session',
    rate: 'read',
    query: creatorQuery,
    output: z.array(s.plan),
    errors: ['user_not_found'],
  },
  'POST /subscriptions/plan': { summary: 'Offer a plan (PL-15, SV-69).', ...createPlan },
  'POST /subscriptions/plans/create': { summary: 'The same (PL-16, X-06).', ...createPlan },
  'GET /subscriptions/check': {
    summary: 'Whether the caller has an active subscription to a creator (SV-74).',
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
    summary:
      'End the caller’s subscription to a creator, or to the creator of a plan, immediately and without a refund (SV-75).',
    access: 'registered',
    rate: 'write',
    query: creatorOrPlan,
    output: z.object({ message: z.string() }),
    errors: ['user_not_found', 'no_active_subscription'],
  },
  'PATCH /subscriptions/plan/:plan_id': {
    summary: "Change the name or description of a plan; price and days can't be changed (SV-70).",
    access: 'registered',
    rate: 'write',
    params: byPlan,
    body: s.planChange,
    output: z.object({ message: z.string(), plan: s.plan }),
    errors: ['words_refused', 'plan_not_found', 'not_plan_owner'],
  },
  'DELETE /subscriptions/plan/:plan_id': {
    summary: 'Stop selling a plan; posts that it locks stay visible to its subscribers (SV-70).',
    access: 'registered',
    rate: 'write',
    params: byPlan,
    output: message,
    errors: ['plan_not_found', 'not_plan_owner'],
  },
  'GET /subscriptions/plan/:plan_id': {
    summary: 'A plan that is on sale, with the charge of each provider; additive (X-05, X-09).',
    access: 'session',
    rate: 'read',
    params: byPlan,
    output: z.object({ plan: s.plan, charges: z.array(s.charge) }),
    errors: ['plan_not_found'],
  },
  'POST /subscriptions/subscribe': {
    summary:
      'Order a subscription. `amount` is in minor units of `currency`: paise for Razorpay, cents for PayPal (whose checkout needs them divided by 100) (SU-09, SU-14, SV-71, X-10).',
    access: 'session',
    rate: 'write',
    guests: 'guests_cannot_subscribe',
    query: z.object({
      // A malformed id gets the same error as an unknown id (SU-20).
      plan_id: z.string().check(z.trim(), z.maxLength(64)),
      payment_gateway: z._default(anyGateway, DEFAULT_GATEWAY),
    }),
    output: z.object({
      subscription_id: s.subscriptionId,
      order_id: z.string(),
      amount: z.int(),
      currency: z.string(),
      payment_gateway: paymentGateway,
    }),
    errors: [
      'unknown_plan',
      'cannot_subscribe_to_self',
      'already_subscribed',
      'guests_cannot_subscribe',
      'subscribe_not_allowed',
      'unsupported_gateway',
      'payment_provider_failed',
    ],
  },
  'POST /razorpay/verify-payment/:subscription_id': {
    summary: 'Activate a subscription after Razorpay confirms the payment (SU-10, SV-72).',
    ...verifyPayment,
  },
  'POST /paypal/verify-payment/:subscription_id': {
    summary:
      'Activate a subscription after PayPal confirms the payment; `payment_id` is the order id (SU-11, SV-72).',
    ...verifyPayment,
  },
  'GET /subscriptions/earnings': {
    summary:
      'Earnings of the caller from plans, for days in India, both inclusive; by default the last 30 (SV-78).',
    access: 'registered',
    rate: 'read',
    query: z.object({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
    invalid: 'invalid_parameters',
    output: s.earnings,
    errors: ['invalid_parameters'],
  },
});
