import { PLAN_DESCRIPTION_MAX, PLAN_NAME_MAX, type Plan } from '@adda/contract/creators';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { changePlan } from '../creators.queries.ts';
import { planPrice } from './plan-labels.ts';
import { serverLabel } from './server-labels.ts';

/** Mounted only while it is open. */
export type EditPlanDialogProps = { plan: Plan; onClose: () => void };

/** Edits the texts of a plan; price and days can't be changed (SV-70). The input is kept on a failure. */
export function EditPlanDialog({ plan, onClose }: EditPlanDialogProps) {
  const { t } = useLingui();
  const id = useId();
  const [name, setName] = useState(plan.name);
  const [description, setDescription] = useState(plan.description ?? '');
  const [problem, setProblem] = useState<string>();
  const change = useMutation(changePlan(useQueryClient()));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    const isNamed = name.trim() !== '';
    setProblem(isNamed ? undefined : t`Plan name is required`);
    if (!isNamed) {
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    const words = { name: name.trim(), description: description.trim() || null };
    change.mutate(
      { planId: plan.plan_id, change: words },
      {
        onSuccess: () => {
          toast.success(t`Your plan is changed.`);
          onClose();
        },
      },
    );
  };
  const actions = (
    <>
      <Button tone="quiet" onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" form={id} isBusy={change.isPending}>
        <Trans>Save</Trans>
      </Button>
    </>
  );
  return (
    <Dialog isOpen keepOpenOnOutsidePress onClose={onClose} title={t`Edit plan`} actions={actions}>
      <form id={id} noValidate className="mt-2 grid gap-4" onSubmit={submit}>
        <p className="text-mute">
          <Trans>{planPrice(plan)}. Price and days stay as they were sold.</Trans>
        </p>
        <TextField
          label={<Trans>Plan name</Trans>}
          name="name"
          required
          autoComplete="off"
          maxLength={PLAN_NAME_MAX}
          value={name}
          error={problem}
          onChange={({ target }) => setName(target.value)}
        />
        <TextAreaField
          label={<Trans>Description (optional)</Trans>}
          name="description"
          rows={2}
          maxLength={PLAN_DESCRIPTION_MAX}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
          hint={
            <span className="tabular-nums">
              {description.length} / {PLAN_DESCRIPTION_MAX}
            </span>
          }
        />
        {change.error && (
          <FormErrors message={t`The plan could not be changed`} detail={serverLabel(change.error)} />
        )}
      </form>
    </Dialog>
  );
}
