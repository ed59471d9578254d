import { plural, t } from '@lingui/core/macro';
import type { Plan } from '@adda/contract/creators';
import type { Money } from '../../accounts/index.ts';

/** Formats '$amount for validity_days days' in the user's currency (PL-02, HM-16). */
export function planPrice(
  { amount, validity_days: days }: Pick<Plan, 'amount' | 'validity_days'>,
  money: Money,
): string {
  const price = money.price(amount);
  const time = plural(days, { one: '# day', other: '# days' });
  return t`${price} for ${time}`;
}

/** Place of a list of plans; the texts for its failure differ. */
export type PlanSurface = 'composer' | 'profile' | 'feed' | 'creator';

/** Returns the message for a list of plans that failed to load (PL-19, PL-20). */
export const plansProblem = (surface: PlanSurface): string =>
  surface === 'composer' || surface === 'profile'
    ? t`Failed to fetch subscription plans`
    : t`Failed to load subscription plans`;
