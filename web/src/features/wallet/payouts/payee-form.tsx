import { PAYEE_ACCOUNT_MAX, PAYEE_HOLD_HOURS, PAYEE_NAME_MAX, type Payee } from '@adda/contract/wallet';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Form, useForm } from '../../accounts/index.ts';
import { accountLabels, payeeKindLabel } from './payout-labels.ts';
import { savePayee } from './payouts.mutations.ts';

const kinds: readonly Payee['kind'][] = ['upi', 'bank', 'paypal'];
const kindOf = (text: string): Payee['kind'] => kinds.find((kind) => kind === text) ?? 'upi';

const ACCOUNT_MIN = 3;

export type PayeeFormProps = { known: Payee | null; onDone: () => void; onCancel: () => void };

/**
 * The payee form: kind, holder and account (SV-93). The account is entered anew each time, because the client
 * only knows its last characters.
 */
export function PayeeForm({ known, onDone, onCancel }: PayeeFormProps) {
  const { t } = useLingui();
  const [kind, setKind] = useState<Payee['kind']>(known?.kind ?? 'upi');
  const save = useMutation(savePayee(useQueryClient()));
  const form = useForm({
    names: ['kind', 'name', 'account'],
    check: (read) => ({
      name: read('name').trim() === '' && t`Enter the name of the account holder.`,
      account: read('account').trim().length < ACCOUNT_MIN && t`Enter where the money goes.`,
    }),
    send: (read) => save.mutateAsync({ kind, name: read('name').trim(), account: read('account').trim() }),
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
          label={<Trans>Kind</Trans>}
          name="kind"
          value={kind}
          options={kinds.map((value) => ({ value, label: kindLabels[value] }))}
          onChange={({ target }) => setKind(kindOf(target.value))}
          error={form.errorOf('kind')}
        />
        <TextField
          label={<Trans>Account holder</Trans>}
          name="name"
          autoComplete="name"
          maxLength={PAYEE_NAME_MAX}
          defaultValue={known?.name}
          error={form.errorOf('name')}
        />
        <TextField
          label={accountLabels()[kind]}
          name="account"
          autoComplete="off"
          spellCheck={false}
          maxLength={PAYEE_ACCOUNT_MAX}
          hint={<Trans>Stored encrypted; only its end is ever shown to you.</Trans>}
          error={form.errorOf('account')}
        />
      </Form>
      <Button tone="plain" isWide onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}
