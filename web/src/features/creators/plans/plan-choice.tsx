import type { Plan } from '@adda/contract/creators';
import { useId, type ReactNode } from 'react';
import { FieldError } from '../../../ui/field.tsx';
import { PlanFacts } from './plan-card.tsx';

export type PlanChoiceProps = {
  label: ReactNode;
  plans: readonly Plan[];
  /** Id of the selected plan; empty while there is none. */
  value: string;
  onChange: (planId: string) => void;
  /** Error text. */
  error?: ReactNode;
  isDisabled?: boolean;
};

/** Radio group of plans (FE-29). */
export function PlanChoice(props: PlanChoiceProps) {
  const { label, plans, value, onChange, error, isDisabled } = props;
  const id = useId();
  const errorId = error ? `${id}-error` : undefined;
  return (
    <fieldset aria-describedby={errorId} disabled={isDisabled} className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="pb-1.5 text-sm font-semibold">{label}</legend>
      {plans.map((plan) => (
        <label
          key={plan.plan_id}
          className="flex min-h-11 cursor-pointer items-start gap-3 rounded-chip border border-edge p-3 has-checked:border-rani has-checked:bg-rani-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-teal"
        >
          <input
            type="radio"
            name={`${id}-plan`}
            value={plan.plan_id}
            checked={plan.plan_id === value}
            data-invalid={error ? true : undefined}
            onChange={() => onChange(plan.plan_id)}
            className="mt-0.5 size-5 shrink-0 accent-rani"
          />
          <span className="min-w-0">
            <PlanFacts plan={plan} />
          </span>
        </label>
      ))}
      {errorId && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
