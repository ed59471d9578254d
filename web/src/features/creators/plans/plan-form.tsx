import { PLAN_DESCRIPTION_MAX, PLAN_NAME_MAX, type Plan } from '@adda/contract/creators';
import { isGuestName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { UpgradeNeeded } from '../../accounts/index.ts';
import { createPlan, type PlanVariant } from '../creators.queries.ts';
import {
  blankPlan,
  hasNoProblems,
  noPlanProblems,
  planInputOf,
  planProblems,
  type PlanDraft,
  type PlanProblems,
} from './plan-checks.ts';

export type PlanFormProps = {
  /** Determines texts and route. */
  variant: PlanVariant;
  onCreated: (plan: Plan) => void;
  /** Without it there is no Cancel button. */
  onCancel?: () => void;
};

type FieldsProps = {
  draft: PlanDraft;
  problems: PlanProblems['fields'];
  onDraft: (draft: PlanDraft) => void;
};

function Fields({ draft, problems, onDraft }: FieldsProps) {
  const field = (name: keyof PlanDraft, label: ReactNode) => ({
    name,
    label,
    value: draft[name],
    error: problems[name],
    onChange: ({ target }: { target: { value: string } }) => onDraft({ ...draft, [name]: target.value }),
  });
  return (
    <>
      <TextField
        {...field('name', <Trans>Plan name</Trans>)}
        required
        maxLength={PLAN_NAME_MAX}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('amount', <Trans>Amount in US dollars</Trans>)}
          required
          type="number"
          inputMode="decimal"
          min={0.01}
          step={0.01}
        />
        <TextField
          {...field('days', <Trans>Validity in days</Trans>)}
          required
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
        />
      </div>
      <TextAreaField
        {...field('description', <Trans>Description (optional)</Trans>)}
        maxLength={PLAN_DESCRIPTION_MAX}
        rows={2}
        hint={
          <span className="tabular-nums">
            {draft.description.length} / {PLAN_DESCRIPTION_MAX}
          </span>
        }
      />
    </>
  );
}

/** Focuses the first invalid field after each try. */
function useFocusFirstInvalidField(attempts: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return form;
}

/** Returns the form's message for a plan that could not be created, with the reason if known (PL-17, PL-18). */
const creationProblem = (variant: PlanVariant, error: unknown) => ({
  message: variant === 'composer' ? t`Failed to create plan` : t`Failed to create subscription plan`,
  detail: error instanceof ApiError ? error.message : undefined,
});

/** Creates a plan of the caller (PL-04 to PL-12); guests read what they need. The input is kept on a failure. */
export function PlanForm({ variant, onCreated, onCancel }: PlanFormProps) {
  const creator = useSession()?.username ?? '';
  const [draft, setDraft] = useState(blankPlan);
  const [problems, setProblems] = useState(noPlanProblems);
  const [badTries, setBadTries] = useState(0);
  const form = useFocusFirstInvalidField(badTries);
  const create = useMutation(createPlan(useQueryClient(), variant));
  if (isGuestName(creator)) return <UpgradeNeeded />;
  const submit = () => {
    if (create.isPending) return;
    const found = planProblems(variant, draft);
    setProblems(found);
    if (!hasNoProblems(found)) return setBadTries(badTries + 1);
    return create.mutate(planInputOf(draft, creator), { onSuccess: onCreated });
  };
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Fields
        draft={draft}
        problems={problems.fields}
        onDraft={(next) => {
          setDraft(next);
          setProblems(noPlanProblems);
        }}
      />
      <FormErrors message={problems.message} />
      {create.error && <FormErrors {...creationProblem(variant, create.error)} />}
      <div className="flex flex-wrap justify-end gap-3">
        {onCancel && (
          <Button tone="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <Button type="submit" isBusy={create.isPending}>
          <Trans>Create plan</Trans>
        </Button>
      </div>
    </form>
  );
}
