import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';
import { gatewayOffer } from '../payments/payments.schemas.ts';

/** Public settings of this server for clients; no secrets (SV-107). */
const clientConfig = z.object({
  max_group_members: z.int(),
  /** Hours after sending in which a text can be changed (ED-01). */
  edit_window_hours: z.int(),
  features: z.record(z.string(), z.boolean()),
  /** Available payment providers, the default first; empty where payments are not configured. */
  payments: z.array(gatewayOffer),
  /**
   * The sandbox for payment providers (SV-82): `local` where only this machine can reach the server, `public` where others
   * can; with `public`, every view about money has a red notice that no real money moves.
   */
  sandbox: z.enum(['off', 'local', 'public']),
  /** Amount in rupees that Razorpay charges for one dollar of a plan. */
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
    summary: 'Readiness: whether requests can be served; 503 while the server is draining or overloaded.',
    access: 'open',
    rate: 'read',
    output: z.object({ status: z.literal('ok') }),
    errors: [],
  },
  'GET /health/live': {
    summary: 'Liveness: whether the server responds at all, also while it is draining or overloaded.',
    access: 'open',
    rate: 'read',
    output: z.object({ status: z.literal('ok') }),
    errors: [],
  },
  'GET /config/client': {
    summary: 'Public settings and feature flags of this server.',
    access: 'public',
    rate: 'read',
    output: clientConfig,
    errors: [],
  },
});
