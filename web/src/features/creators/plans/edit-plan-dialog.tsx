import { PLAN_NAME_MAX, type Plan } from '@adda/contract/creators';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useForm } from '../../../ui/use-form.ts';
import { useMoney } from '../../accounts/index.ts';
import { changePlan } from '../creators.queries.ts';
import { PlanDescriptionField } from './plan-form.tsx';
import { planPrice } from './plan-labels.ts';
import { serverLabel } from './server-labels.ts';

/** Mounted only while it is open. */
export type EditPlanDialogProps = { plan: Plan; onClose: () => void };

/** Edits the texts of a plan; price and days can't be changed (SV-70). The input is kept on a failure. */
export function EditPlanDialog({ plan, onClose }: EditPlanDialogProps) {
  const { t } = useLingui();
  const price = planPrice(plan, useMoney());
  const change = useMutation(changePlan(useQueryClient()));
  const form = useForm({
    initial: { name: plan.name, description: plan.description ?? '' },
    check: ({ name }) => ({ name: name.trim() === '' && t`Plan name is required` }),
    send: ({ name, description }) =>
      change.mutateAsync({
        planId: plan.plan_id,
        change: { name: name.trim(), description: description.trim() || null },
      }),
    explain: (error) => ({ message: t`The plan could not be changed`, detail: serverLabel(error) }),
    onDone() {
      toast.success(t`Your plan is changed.`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title={t`Edit plan`}>
      <p className="text-mute">
        <Trans>{price}. Price and days stay as they were sold.</Trans>
      </p>
      <TextField
        {...form.field('name')}
        label={<Trans>Plan name</Trans>}
        required
        autoComplete="off"
        maxLength={PLAN_NAME_MAX}
      />
      <PlanDescriptionField {...form.field('description')} />
    </FormDialog>
  );
}
