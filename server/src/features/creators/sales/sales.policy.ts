import { PLAN_AMOUNT_MAX_CENTS, PLAN_AMOUNT_MIN_CENTS, type Charge } from '@adda/contract/creators';
import { coinsOfCents, HUNDREDTHS, hundredthsOf } from '@adda/contract/kernel/money';
import {
  LEAST_CHARGE,
  PAYMENT_GATEWAYS,
  SUBSCRIPTION_CURRENCY,
  type PaymentGateway,
} from '@adda/contract/payments';

/** Rupees per dollar, and the platform's share of a sale in percent. */
export type Prices = { readonly inrPerUsd: number; readonly feePercent: number };

/** Rates are integers in millionths, so that products with cents are integers and nothing is rounded twice. */
const MILLION = 1_000_000;
const WHOLE_PERCENT = 100;

/**
 * Returns the charge of a provider for a price in cents: cents for PayPal, paise rounded up for Razorpay (X-09, SU-15,
 * SU-16).
 */
export function chargeOf(cents: number, gateway: PaymentGateway, { inrPerUsd }: Prices): Charge {
  const rate = Math.round(inrPerUsd * MILLION);
  const amount = gateway === 'paypal' ? cents : Math.ceil((cents * rate) / MILLION);
  return { gateway, amount, currency: SUBSCRIPTION_CURRENCY[gateway] };
}

const inWholeCoins = (hundredths: number): number => hundredths - (hundredths % HUNDREDTHS);

/**
 * Converts a price in cents to hundredths of a coin: `gross`, and the creator's `net`, which is 100 coins per dollar
 * minus the platform's share, rounded down to whole coins; the platform keeps the remainder (SV-78, X-14).
 */
export function proceedsOf(cents: number, { feePercent }: Prices): { gross: number; net: number } {
  const gross = hundredthsOf(coinsOfCents(cents));
  const kept = BigInt(Math.round((WHOLE_PERCENT - feePercent) * MILLION));
  return { gross, net: inWholeCoins(Number((BigInt(gross) * kept) / BigInt(WHOLE_PERCENT * MILLION))) };
}

/** Returns `amount * part / whole`, rounded down; all of `amount` if `part` is the whole. */
export const shareOf = (amount: number, part: number, whole: number): number =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(whole));

/** Like {@link shareOf}, for hundredths of a coin: rounded down to whole coins unless it is the whole amount. */
export const coinShareOf = (amount: number, part: number, whole: number): number =>
  part >= whole ? amount : inWholeCoins(shareOf(amount, part, whole));

/** Whether both providers accept a price; Razorpay’s minimum is in rupees, so it depends on the rate (PL-05). */
export const isChargeable = (cents: number, prices: Prices): boolean =>
  PAYMENT_GATEWAYS.every((gateway) => chargeOf(cents, gateway, prices).amount >= LEAST_CHARGE[gateway]);

/** Returns the lowest price in cents that both providers accept (PL-05). */
export function leastPrice(prices: Prices): number {
  let cents = PLAN_AMOUNT_MIN_CENTS;
  while (cents < PLAN_AMOUNT_MAX_CENTS && !isChargeable(cents, prices)) cents += 1;
  return cents;
}

/** Days begin at midnight in India, which has one time zone and no daylight saving time. */
export const INDIA = '5 hours 30 minutes';
const AHEAD_MS = 19_800_000;
const DAY_MS = 86_400_000;

/** The first day that a four-digit year can express. */
const FIRST = Date.parse('0000-01-01');

const isoDay = (moment: number): string =>
  new Date(Math.max(moment, FIRST)).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Returns the day of a time as `YYYY-MM-DD`. */
export const dayOf = (moment: Date): string => isoDay(moment.getTime() + AHEAD_MS);

/** Returns the day `days` days later, or earlier if `days` is negative. */
export const dayAfter = (day: string, days: number): string => isoDay(Date.parse(day) + days * DAY_MS);

/** The start of a day, and its end (exclusive). */
export const startOf = (day: string): Date => new Date(Date.parse(day) - AHEAD_MS);
export const endOf = (day: string): Date => new Date(Date.parse(day) - AHEAD_MS + DAY_MS);

/** Returns the number of days between two days, both included; zero or less if they are in the wrong order. */
export const countDays = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
