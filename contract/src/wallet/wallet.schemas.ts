import * as z from 'zod/mini';
import { coins, isWholeHundredths } from '../kernel/money.ts';
import { timestamp } from '../kernel/ids.ts';
import * as limits from './wallet.limits.ts';

/** Type of an entry of the history (WA-13). `debit` and `gift_sent` decrease the balance, all others increase it. */
export const transactionType = z.enum([
  'credit',
  'debit',
  'referral',
  'login_bonus',
  'star_bonus',
  'wheel_game',
  'ad_reward',
  'gift_sent',
]);

/** Public id of an entry of a user's history. */
const transactionId = z.string().check(z.regex(/^[0-9a-f]{24}$/, 'Invalid transaction ID'));

/** An entry of the history (WA-12). `amount` is in coins and never negative; the type gives the direction. */
export const transaction = z.object({
  _id: transactionId,
  transaction_type: transactionType,
  description: z.string(),
  amount: coins,
  created_at: timestamp,
  is_referral: z.boolean(),
  is_login_bonus: z.boolean(),
  is_star_bonus: z.boolean(),
  is_wheel_game: z.boolean(),
  is_ad_reward: z.boolean(),
  is_gift_sent: z.boolean(),
});

/**
 * Balance of a wallet (WA-03), in coins. `payable` is the part of the balance that was not bought and can be paid out;
 * `held` is reserved for payouts that await a decision.
 */
export const balance = z.object({
  balance: coins,
  currency: z.literal(limits.WALLET_CURRENCY),
  payable: coins,
  held: coins,
});

/** A user's rank in the leaderboard (LB-02). */
export const leaderboardEntry = z.object({
  position: z.int(),
  username: z.string(),
  balance: coins,
  is_current_user: z.boolean(),
  profile_image_url: z.nullable(z.string()),
  /** Whether the profile may be opened: false where there is a block between the two. */
  has_profile: z.boolean(),
});

/** Kind of a payee; each has its own form of `account`. */
const payeeKind = z.enum(['upi', 'bank', 'paypal']);

/** `account`: a UPI id, 'account number, IFSC or routing code', or the e-mail address of PayPal. */
export const payeeInput = z.strictObject({
  kind: payeeKind,
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter the name of the account holder.'),
      z.maxLength(limits.PAYEE_NAME_MAX),
    ),
  account: z
    .string()
    .check(z.trim(), z.minLength(3, 'Enter where the money goes.'), z.maxLength(limits.PAYEE_ACCOUNT_MAX)),
});

/** A payee as its owner sees it: the name and the last characters of the account (SV-93). */
export const payee = z.object({ kind: payeeKind, name: z.string(), account_masked: z.string() });

/** Earliest time of a payout request after a change of payee (`PAYEE_HOLD_HOURS`); null if it is possible now. */
export const payoutsFrom = z.nullable(timestamp);

export const payoutStatus = z.enum(['pending', 'approved', 'rejected', 'paid']);
export const payoutId = z.string().check(z.regex(/^payout_[0-9a-f]{24}$/, 'Invalid payout ID'));

/**
 * A payout request, as its owner sees it (SV-92). `payable`: the part of it that is actually paid out, in coins, as far as
 * it is known.
 */
export const payout = z.object({
  id: payoutId,
  amount: coins,
  payable: coins,
  status: payoutStatus,
  created_at: timestamp,
  decided_at: z.nullable(timestamp),
  note: z.nullable(z.string()),
  reference: z.nullable(z.string()),
});

/** A payout request as administrators see it, with the source of the held coins (SV-93). */
export const payoutCase = z.object({
  ...payout.shape,
  username: z.string(),
  /** Whether the user is suspended (SV-50). */
  is_suspended: z.boolean(),
  email: z.nullable(z.string()),
  /** The held coins by source: bought, earned from other users, or given as a bonus. */
  bought: coins,
  earned: coins,
  given: coins,
  /** The payee at the time of the request; a later change affects later requests only. */
  payee: z.nullable(payee),
  /** First approval of a request above `FOUR_EYES_COINS`, which needs a second administrator. */
  first_approval: z.nullable(z.object({ username: z.string(), at: timestamp })),
  /** Whether the caller may decide it: false for their own request. */
  can_decide: z.boolean(),
  /** Whether the caller's approval counts: false if the first one is theirs. */
  can_approve: z.boolean(),
});

/** Decision of a payout request; a rejection releases all its coins. */
export const payoutDecision = z.strictObject({
  status: z.enum(['approved', 'rejected', 'paid']),
  reference: z.optional(z.string().check(z.trim(), z.maxLength(limits.PAYOUT_NOTE_MAX))),
  note: z.optional(z.string().check(z.trim(), z.maxLength(limits.PAYOUT_NOTE_MAX))),
});

/** More than 0 coins, with at most two decimals. The service handles a value that is not a number (PY-02). */
export const payoutInput = z.strictObject({
  amount: z
    .number()
    .check(
      z.positive(),
      z.maximum(limits.PAYOUT_MAX_COINS),
      z.refine(isWholeHundredths, 'Use at most two decimals.'),
    ),
});

export const bonusInput = z.strictObject({
  username: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(64)),
  amount: z.int().check(z.positive(), z.maximum(limits.BONUS_MAX_COINS)),
  type: z._default(z.literal('star_bonus'), 'star_bonus'),
  description: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.PAYOUT_NOTE_MAX)),
  /** Generated by the client, the same on every retry of one bonus: it is given once. */
  request_id: z.optional(z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[\w-]+$/))),
});

/** `waiting`: above `FOUR_EYES_COINS`, until a second administrator decides. */
export const bonusStatus = z.enum(['waiting', 'given', 'refused']);
export const bonusId = z.string().check(z.regex(/^bonus_[0-9a-f]{24}$/, 'Invalid bonus ID'));

/** A bonus above `FOUR_EYES_COINS`, as administrators see it. */
export const bonusCase = z.object({
  id: bonusId,
  username: z.string(),
  amount: coins,
  description: z.string(),
  status: bonusStatus,
  proposed_by: z.string(),
  created_at: timestamp,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(timestamp),
  /** Whether the caller may refuse or withdraw it: false for a bonus to themselves. */
  can_refuse: z.boolean(),
  /** Whether the caller may confirm it: false if they proposed it or if it is for them. */
  can_confirm: z.boolean(),
});

export const bonusDecision = z.strictObject({ status: z.enum(['given', 'refused']) });

export type BonusStatus = z.output<typeof bonusStatus>;
export type BonusCase = z.output<typeof bonusCase>;
export type BonusDecision = z.output<typeof bonusDecision>;
export type TransactionType = z.output<typeof transactionType>;
export type Transaction = z.output<typeof transaction>;
export type Balance = z.output<typeof balance>;
export type LeaderboardEntry = z.output<typeof leaderboardEntry>;
export type PayeeInput = z.output<typeof payeeInput>;
export type Payee = z.output<typeof payee>;
export type Payout = z.output<typeof payout>;
export type PayoutCase = z.output<typeof payoutCase>;
export type PayoutStatus = z.output<typeof payoutStatus>;
export type PayoutDecision = z.output<typeof payoutDecision>;
export type BonusInput = z.output<typeof bonusInput>;
