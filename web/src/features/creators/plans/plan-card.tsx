import type { Plan } from '@adda/contract/creators';
import type { ReactNode } from 'react';
import { useMoney } from '../../accounts/index.ts';
import { planPrice } from './plan-labels.ts';

export type PlanCardProps = {
  plan: Plan;
  /** Action on the plan, such as subscribing. */
  action?: ReactNode;
};

/** Name, price, duration and description of a plan, used by the list and the card. */
export function PlanFacts({ plan }: { plan: Plan }) {
  const money = useMoney();
  return (
    <>
      <span className="block font-semibold break-words">{plan.name}</span>
      <span className="block text-sm font-medium tabular-nums">{planPrice(plan, money)}</span>
      {plan.description && (
        <span className="mt-1 block text-sm break-words whitespace-pre-line text-mute">
          {plan.description}
        </span>
      )}
    </>
  );
}

/** A plan: '$amount for validity_days days', its name and description (PL-01, PL-02). */
export function PlanCard({ plan, action }: PlanCardProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4">
      <div className="min-w-0 grow basis-40">
        <PlanFacts plan={plan} />
      </div>
      {action}
    </div>
  );
}
