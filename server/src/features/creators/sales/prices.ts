import { PLAN_AMOUNT_MAX_CENTS, PLAN_AMOUNT_MIN_CENTS, type Charge } from '@adda/contract/creators';
import { coinsOfCents, HUNDREDTHS, hundredthsOf } from '@adda/contract/kernel/money';
import {
  LEAST_CHARGE,
  PAYMENT_GATEWAYS,
  SUBSCRIPTION_CURRENCY,
  type PaymentGateway,
} from '@adda/contract/payments';

/** Rupees for a dollar, and the platform's share of a sale in percent. */
export type Prices = { readonly inrPerUsd: number; readonly feePercent: number };

/** Rates are counted in millionths, so that a product with whole cents is a whole number and nothing is rounded twice. */
const MILLION = 1_000_000;
const WHOLE_PERCENT = 100;

/** What a provider charges for a price in cents: PayPal the cents, Razorpay rupees, up to whole paise (X-09, SU-15, SU-16). */
export function chargeOf(cents: number, gateway: PaymentGateway, { inrPerUsd }: Prices): Charge {
  const rate = Math.round(inrPerUsd * MILLION);
  const amount = gateway === 'paypal' ? cents : Math.ceil((cents * rate) / MILLION);
  return { gateway, amount, currency: SUBSCRIPTION_CURRENCY[gateway] };
}

const inWholeCoins = (hundredths: number): number => hundredths - (hundredths % HUNDREDTHS);

/**
 * What a price in cents is in hundredths of a coin, and what of it the creator gets: 100 coins for each dollar less the
 * platform's share, in whole coins; the rest of a coin stays with the platform (SV-78, X-14).
 */
export function proceedsOf(cents: number, { feePercent }: Prices): { gross: number; net: number } {
  const gross = hundredthsOf(coinsOfCents(cents));
  const kept = BigInt(Math.round((WHOLE_PERCENT - feePercent) * MILLION));
  return { gross, net: inWholeCoins(Number((BigInt(gross) * kept) / BigInt(WHOLE_PERCENT * MILLION))) };
}

/** The same share of `amount` as `part` is of `whole`, rounded down; all of it where nothing is missing. */
export const shareOf = (amount: number, part: number, whole: number): number =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(whole));

/** The same of coins in hundredths, in whole coins unless it is all of them. */
export const coinShareOf = (amount: number, part: number, whole: number): number =>
  part >= whole ? amount : inWholeCoins(shareOf(amount, part, whole));

/** Whether both providers take a price; Razorpay’s least amount is in rupees, so it depends on the rate (PL-05). */
export const isChargeable = (cents: number, prices: Prices): boolean =>
  PAYMENT_GATEWAYS.every((gateway) => chargeOf(cents, gateway, prices).amount >= LEAST_CHARGE[gateway]);

/** The lowest price in cents that both providers take (PL-05). */
export function leastPrice(prices: Prices): number {
  let cents = PLAN_AMOUNT_MIN_CENTS;
  while (cents < PLAN_AMOUNT_MAX_CENTS && !isChargeable(cents, prices)) cents += 1;
  return cents;
}
