import * as z from 'zod/mini';
import { country, sex } from '../accounts/accounts.schemas.ts';
import { timestamp } from '../kernel/ids.ts';
import { coins } from '../kernel/money.ts';
import { paymentGateway } from '../payments/payments.schemas.ts';
import * as limits from './creators.limits.ts';

/** Public id of a plan: `plan_` and 24 hex digits, which no username may match. */
export const planId = z.string().check(z.regex(limits.PLAN_ID, 'Invalid plan ID'));

/**
 * A creator's offer: access to all their locked posts for a number of days (PL-01, SV-77). `amount` is in US dollars
 * (X-09).
 */
export const plan = z.object({
  plan_id: planId,
  name: z.string(),
  amount: z.number(),
  validity_days: z.int(),
  description: z.nullable(z.string()),
  creator: z.string(),
  created_at: timestamp,
});

const isWholeCents = (amount: number) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;

/** A new plan: `creator` must be the caller. */
export const planInput = z.strictObject({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Plan name is required'), z.maxLength(limits.PLAN_NAME_MAX)),
  amount: z
    .number()
    .check(
      z.minimum(limits.PLAN_AMOUNT_MIN_CENTS / 100, 'Amount must be greater than 0'),
      z.maximum(limits.PLAN_AMOUNT_MAX_CENTS / 100),
      z.refine(isWholeCents, 'Use at most two decimals.'),
    ),
  validity_days: z
    .int('Validity days must be a positive integer')
    .check(z.minimum(1, 'Validity days must be a positive integer'), z.maximum(limits.PLAN_DAYS_MAX)),
  description: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(limits.PLAN_DESCRIPTION_MAX)))),
  creator: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(64)),
});

/** Public id of a subscription: `sub_` and 24 hex digits. */
export const subscriptionId = z.string().check(z.regex(/^sub_[0-9a-f]{24}$/, 'Invalid subscription ID'));

/** Changes of a plan; price and days stay as they were sold (SV-70). */
export const planChange = z
  .strictObject({
    name: z.optional(planInput.shape.name),
    description: planInput.shape.description,
  })
  .check(
    z.refine(
      ({ name, description }) => name !== undefined || description !== undefined,
      'Nothing to change.',
    ),
  );

/** The amount that a provider charges for a plan, in minor units. */
export const charge = z.object({ gateway: paymentGateway, amount: z.int(), currency: z.string() });

/** Sums of sales in dollars; `coins` is the amount credited to the wallet for them (SV-78). Refunds are subtracted. */
const sales = { gross: z.number(), fee: z.number(), net: z.number(), coins, count: z.int() };

/** Earnings of a creator (SV-78): every day of the range, also days without a sale, and every plan that was sold. */
export const earnings = z.object({
  ...sales,
  from: z.iso.date(),
  to: z.iso.date(),
  by_day: z.array(z.object({ day: z.iso.date(), ...sales })),
  by_plan: z.array(z.object({ plan_id: planId, name: z.string(), ...sales })),
});

/** A creator in the list above the feed; both response shapes of the requirements combined (FE-42, FE-43, X-39). */
export const creator = z.object({
  username: z.string(),
  display_name: z.string(),
  profile_image_url: z.nullable(z.string()),
  total_subscribers: z.int(),
  age: z.int(),
  sex,
  country,
  state: z.string(),
  is_following: z.boolean(),
});

export type Plan = z.output<typeof plan>;
export type PlanInput = z.output<typeof planInput>;
export type Creator = z.output<typeof creator>;
export type PlanChange = z.output<typeof planChange>;
export type Charge = z.output<typeof charge>;
export type Earnings = z.output<typeof earnings>;
