import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';
import { gatewayOffer } from '../payments/payments.schemas.ts';

/** What a client needs to know of this server's settings; no secrets (SV-107). */
export const clientConfig = z.object({
  max_group_members: z.int(),
  features: z.record(z.string(), z.boolean()),
  /** Ways to pay, the usual one first; none where nobody can. */
  payments: z.array(gatewayOffer),
  /**
   * The stand-in for payment providers (SV-82): `local` where people open this server on its own machine alone, `public`
   * where others can; then every place about money says in red that no real money moves.
   */
  sandbox: z.enum(['off', 'local', 'public']),
  /** What Razorpay charges for a dollar of a plan. */
  inr_per_usd: z.number(),
  platform_fee_percent: z.number(),
  referral_reward_coins: z.number(),
  recharge_packages: z.array(z.object({ dollars: z.number(), coins: z.number() })),
  gifts: z.array(
    z.object({ gift_type: z.string(), cost: z.number(), emoji: z.string(), description: z.string() }),
  ),
  wheel: z.array(z.object({ outcome: z.string(), weight: z.number(), coins: z.number() })),
  limits: z.record(z.string(), z.number()),
});

export const platformRoutes = defineRoutes({
  'GET /health': {
    summary: 'Whether requests can be served; 503 while the server is draining or overloaded.',
    access: 'open',
    rate: 'read',
    output: z.object({ status: z.literal('ok') }),
    errors: [],
  },
  'GET /health/live': {
    summary: 'Whether the server answers at all, also while it is draining or overloaded.',
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
