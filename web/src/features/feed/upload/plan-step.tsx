import type { Plan } from '@adda/contract/creators';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { tryAgain } from '../../../ui/try-again.tsx';
import { PlanChoice, PlanForm, plansOf, plansProblem } from '../../creators/index.ts';

export type PlanStepProps = {
  /** Id of the selected plan; empty while there is none. */
  planId: string;
  onPlan: (planId: string) => void;
  error?: string | undefined;
  /** The user has just set the lock: the step scrolls into view. */
  isAsked?: boolean;
};

/** Scrolls into view on mount, if `isAsked`. */
function InView({ isAsked, children }: { isAsked: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    place.current?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' });
  }, [isAsked]);
  return <div ref={place}>{children}</div>;
}

function MakePlan({ onPlan }: Pick<PlanStepProps, 'onPlan'>) {
  // Number of times that the form was opened; each opening resets it (FE-30).
  const [asked, setAsked] = useState(0);
  const created = ({ plan_id: planId }: Plan) => {
    setAsked(0);
    onPlan(planId);
  };
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        className="justify-self-start"
        icon={<Plus aria-hidden="true" className="size-4" />}
        onClick={() => setAsked(asked + 1)}
      >
        <Trans>Create a new plan</Trans>
      </Button>
      {asked > 0 && (
        <div className="rounded-card bg-raised p-4">
          <PlanForm key={asked} variant="composer" onCreated={created} onCancel={() => setAsked(0)} />
        </div>
      )}
    </>
  );
}

function Plans({ planId, onPlan, error }: PlanStepProps) {
  const account = useSession()?.username ?? '';
  const plans = useQuery(plansOf(account));
  if (!plans.data) {
    if (!plans.isError) return <Skeleton className="h-20 w-full" />;
    return (
      <div className="grid justify-items-start gap-2">
        <FormErrors message={plansProblem('composer')} />
        {tryAgain(() => void plans.refetch())}
      </div>
    );
  }
  if (plans.data.length === 0) {
    return (
      <div className="grid gap-3 rounded-card bg-raised p-4">
        <p>
          <Trans>You have no plan yet. Whoever subscribes to a plan sees your locked posts.</Trans>
        </p>
        {error && <FormErrors message={error} />}
        <PlanForm variant="composer" onCreated={(plan) => onPlan(plan.plan_id)} />
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <PlanChoice
        label={<Trans>Plan</Trans>}
        plans={plans.data}
        value={planId}
        onChange={onPlan}
        error={error}
      />
      <MakePlan onPlan={onPlan} />
    </div>
  );
}

/**
 * Selects the plan that unlocks a post: a list where there are plans, a form where there is none (FE-29, SH-38). A new plan
 * is selected at once. It contains a form, so it can't be inside another form.
 */
export function PlanStep({ isAsked = false, ...props }: PlanStepProps) {
  const { data } = useQuery(plansOf(useSession()?.username ?? ''));
  return (
    // Scrolls again when the plans are loaded, because its height changes.
    <InView key={data ? 'here' : 'waiting'} isAsked={isAsked}>
      <Plans {...props} />
    </InView>
  );
}
