import type { Plan } from '@adda/contract/creators';
import { useQuery } from '@tanstack/react-query';
import { clientConfig } from '../../../platform/client-config.ts';

const CENTS = 100;

/** Rounding up must not add a paisa because of floating-point noise. */
const NOISE_DIGITS = 6;

/** Converts dollars to paise, rounded up to whole paise as the server charges them. */
export const paiseOf = (dollars: number, inrPerUsd: number): number =>
  Math.ceil(Number((Math.round(dollars * CENTS) * inrPerUsd).toFixed(NOISE_DIGITS)));

const rupees = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'INR' });

/**
 * Returns a formatter for plan prices such as '₹424.15' where Razorpay is available; otherwise it returns undefined.
 */
export function useRupeePrice(): (plan: Pick<Plan, 'amount'>) => string | undefined {
  const { data } = useQuery(clientConfig());
  const rate = data?.inr_per_usd;
  const isOffered = data?.payments?.some(({ gateway }) => gateway === 'razorpay') === true;
  return ({ amount }) =>
    isOffered && rate !== undefined ? rupees.format(paiseOf(amount, rate) / CENTS) : undefined;
}
