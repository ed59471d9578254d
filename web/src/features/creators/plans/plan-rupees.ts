import type { Plan } from '@adda/contract/creators';
import { useQuery } from '@tanstack/react-query';
import { clientConfig } from '../../../platform/client-config.ts';

const CENTS = 100;

/** Rounding a product of decimals must not add a paisa that is only noise. */
const NOISE_DIGITS = 6;

/** The paise of so many dollars: rounded up to whole ones, as the server charges them. */
export const paiseOf = (dollars: number, inrPerUsd: number): number =>
  Math.ceil(Number((Math.round(dollars * CENTS) * inrPerUsd).toFixed(NOISE_DIGITS)));

const rupees = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'INR' });

/** '₹424.15' for plans, where Razorpay is offered here; undefined otherwise. */
export function useRupeePrice(): (plan: Pick<Plan, 'amount'>) => string | undefined {
  const { data } = useQuery(clientConfig());
  const rate = data?.inr_per_usd;
  const isOffered = data?.payments?.some(({ gateway }) => gateway === 'razorpay') === true;
  return ({ amount }) =>
    isOffered && rate !== undefined ? rupees.format(paiseOf(amount, rate) / CENTS) : undefined;
}
