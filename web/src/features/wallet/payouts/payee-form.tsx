import { PAYEE_ACCOUNT_MAX, PAYEE_HOLD_HOURS, PAYEE_NAME_MAX, type Payee } from '@adda/contract/wallet';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { accountLabels, payeeKindLabel } from './payout-labels.ts';
import { savePayee } from './payouts.mutations.ts';

const kinds: readonly Payee['kind'][] = ['upi', 'bank', 'paypal'];

const ACCOUNT_MIN = 3;

export type PayeeFormProps = { known: Payee | null; onDone: () => void; onCancel: () => void };

/**
 * The payee form: kind, holder and account (SV-93). The account is entered anew each time, because the client
 * only knows its last characters.
 */
export function PayeeForm({ known, onDone, onCancel }: PayeeFormProps) {
  const { t } = useLingui();
  const save = useMutation(savePayee(useQueryClient()));
  const form = useForm({
    initial: { kind: known?.kind ?? 'upi', name: known?.name ?? '', account: '' },
    check: ({ name, account }) => ({
      name: name.trim() === '' && t`Enter the name of the account holder.`,
      account: account.trim().length < ACCOUNT_MIN && t`Enter where the money goes.`,
    }),
    send: ({ kind, name, account }) => save.mutateAsync({ kind, name: name.trim(), account: account.trim() }),
    onDone,
  });
  const kindLabels = payeeKindLabel();
  return (
    <div className="grid gap-2 pt-2">
      {known && (
        <p className="text-sm text-mute">
          <Trans>
            To keep your coins safe, you can't ask for a payout for {PAYEE_HOLD_HOURS} hours after a change.
          </Trans>
        </p>
      )}
      <Form form={form} submitLabel={<Trans>Save</Trans>} tone="quiet">
        <SelectField
          {...form.choice('kind', kinds)}
          label={<Trans>Kind</Trans>}
          options={kinds.map((value) => ({ value, label: kindLabels[value] }))}
        />
        <TextField
          {...form.field('name')}
          label={<Trans>Account holder</Trans>}
          autoComplete="name"
          maxLength={PAYEE_NAME_MAX}
        />
        <TextField
          {...form.field('account')}
          label={accountLabels()[form.values.kind]}
          autoComplete="off"
          spellCheck={false}
          maxLength={PAYEE_ACCOUNT_MAX}
          hint={<Trans>Stored encrypted; only its end is ever shown to you.</Trans>}
        />
      </Form>
      <Button tone="plain" isWide onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}
