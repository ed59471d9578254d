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
  scrollsIntoView?: boolean;
};

/** Scrolls into view on mount, if `scrollsIntoView`. */
function InView({ scrollsIntoView, children }: { scrollsIntoView: boolean; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!scrollsIntoView) return;
    const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.current?.scrollIntoView({ block: 'nearest', behavior: isMotionReduced ? 'instant' : 'smooth' });
  }, [scrollsIntoView]);
  return <div ref={element}>{children}</div>;
}

function NewPlan({ onPlan }: Pick<PlanStepProps, 'onPlan'>) {
  // Number of times that the form was opened; each opening resets it (FE-30).
  const [openings, setOpenings] = useState(0);
  const created = ({ plan_id: planId }: Plan) => {
    setOpenings(0);
    onPlan(planId);
  };
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        className="justify-self-start"
        icon={<Plus aria-hidden="true" className="size-4" />}
        onClick={() => setOpenings(openings + 1)}
      >
        <Trans>Create a new plan</Trans>
      </Button>
      {openings > 0 && (
        <div className="rounded-card bg-raised p-4">
          <PlanForm key={openings} variant="composer" onCreated={created} onCancel={() => setOpenings(0)} />
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
      <NewPlan onPlan={onPlan} />
    </div>
  );
}

/**
 * Selects the plan that unlocks a post: a list where there are plans, a form where there is none (FE-29, SH-38). A new plan
 * is selected immediately. It contains a form, so it can't be inside another form.
 */
export function PlanStep({ scrollsIntoView = false, ...props }: PlanStepProps) {
  const { data } = useQuery(plansOf(useSession()?.username ?? ''));
  return (
    // Scrolls again when the plans are loaded, because its height changes.
    <InView key={data ? 'here' : 'waiting'} scrollsIntoView={scrollsIntoView}>
      <Plans {...props} />
    </InView>
  );
}
