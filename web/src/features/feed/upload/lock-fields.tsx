import { useMoney } from '../../accounts/index.ts';
import { planPrice, plansOf, plansProblem } from '../../creators/index.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { tryAgain } from '../../../ui/try-again.tsx';

/** Whether a post is locked, and its plan; empty while none is selected. */
export type Lock = { readonly isLocked: boolean; readonly planId: string };

export type LockFieldsProps = {
  lock: Lock;
  onLock: (change: Partial<Lock>) => void;
  /** Validation error of the plan. */
  error?: ReactNode;
  /** Why this post can't be locked at all. */
  refusal?: ReactNode;
};

/** Locks a post with one of the caller's plans; disabled without plans (ME-02, ME-05, X-49). */
export function LockFields({ lock, onLock, error, refusal }: LockFieldsProps) {
  const { t } = useLingui();
  const money = useMoney();
  const account = useSession()?.username ?? '';
  const plans = useQuery(plansOf(account));
  const offered = plans.data ?? [];
  const hasPlans = offered.length > 0;
  const noPlans = plans.isSuccess && !hasPlans && (
    <Trans>Create a plan first; then you can lock posts.</Trans>
  );
  return (
    <div className="grid gap-3">
      <Checkbox
        name="is_locked"
        label={<Trans>Lock this post for subscribers</Trans>}
        hint={refusal || noPlans || undefined}
        // A locked post can be unlocked, even if its plan no longer exists.
        disabled={!lock.isLocked && (Boolean(refusal) || !hasPlans)}
        checked={lock.isLocked}
        onChange={({ target }) => onLock({ isLocked: target.checked })}
      />
      {plans.isError && (
        <div className="grid justify-items-start gap-2">
          <FormErrors message={plansProblem('profile')} />
          {tryAgain(() => void plans.refetch())}
        </div>
      )}
      {lock.isLocked && hasPlans && (
        <SelectField
          name="plan_id"
          label={<Trans>Plan</Trans>}
          placeholder={t`Choose a plan`}
          value={lock.planId}
          error={error}
          options={offered.map((plan) => ({
            value: plan.plan_id,
            label: `${plan.name} · ${planPrice(plan, money)}`,
          }))}
          onChange={({ target }) => onLock({ planId: target.value })}
        />
      )}
    </div>
  );
}
