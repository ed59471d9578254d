import { PLAN_DESCRIPTION_MAX, PLAN_NAME_MAX, type Plan } from '@adda/contract/creators';
import { isGuestName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { useSession } from '../../../platform/use-session.ts';
import { ActionForm } from '../../../ui/form.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { useForm, type InputProps } from '../../../ui/use-form.ts';
import { UpgradeNeeded } from '../../accounts/index.ts';
import { createPlan, type PlanVariant } from '../creators.queries.ts';
import { blankPlan, planInputOf, planProblems } from './plan-checks.ts';

export type PlanFormProps = {
  /** Determines texts and route. */
  variant: PlanVariant;
  onCreated: (plan: Plan) => void;
  /** Without it there is no Cancel button. */
  onCancel?: () => void;
};

/** The description of a plan, with its length. */
export function PlanDescriptionField(field: InputProps) {
  return (
    <TextAreaField
      {...field}
      label={<Trans>Description (optional)</Trans>}
      maxLength={PLAN_DESCRIPTION_MAX}
      rows={2}
      hint={
        <span className="tabular-nums">
          {field.value.length} / {PLAN_DESCRIPTION_MAX}
        </span>
      }
    />
  );
}

/** Returns the form's message for a plan that could not be created, with the reason if known (PL-17, PL-18). */
const creationProblem = (variant: PlanVariant, error: unknown) => ({
  message: variant === 'composer' ? t`Failed to create plan` : t`Failed to create subscription plan`,
  detail: error instanceof ApiError ? error.message : undefined,
});

/**
 * Creates a plan of the caller (PL-04 to PL-12); guests see that they need an account. The input is kept on a
 * failure.
 */
export function PlanForm({ variant, onCreated, onCancel }: PlanFormProps) {
  const creator = useSession()?.username ?? '';
  const create = useMutation(createPlan(useQueryClient(), variant));
  const form = useForm({
    initial: blankPlan,
    check: (draft) => planProblems(variant, draft),
    send: (draft) => create.mutateAsync(planInputOf(draft, creator)),
    explain: (error) => creationProblem(variant, error),
    onDone: onCreated,
  });
  if (isGuestName(creator)) return <UpgradeNeeded />;
  return (
    <ActionForm form={form} submitLabel={<Trans>Create plan</Trans>} onCancel={onCancel}>
      <TextField
        {...form.field('name')}
        label={<Trans>Plan name</Trans>}
        required
        maxLength={PLAN_NAME_MAX}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.field('amount')}
          label={<Trans>Amount in US dollars</Trans>}
          hint={<Trans>Everybody sees it in their own currency.</Trans>}
          required
          type="number"
          inputMode="decimal"
          min={0.01}
          step={0.01}
        />
        <TextField
          {...form.field('days')}
          label={<Trans>Validity in days</Trans>}
          required
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
        />
      </div>
      <PlanDescriptionField {...form.field('description')} />
    </ActionForm>
  );
}
