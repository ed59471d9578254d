import { SUSPENSION_DAYS } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { failureText } from '../frame/failure-text.ts';
import { adminKey } from '../frame/now.queries.ts';
import { ReasonField } from '../frame/reason-field.tsx';
import { readySentences } from '../reports/decision/decision-labels.ts';
import { sendAccountStatus, type AccountStatusChange } from './people.queries.ts';

const DAY_MS = 86_400_000;
const PERMANENT = 'good';

export type AccountStatusDialogProps = {
  username: string;
  /** Display name. */
  name: string;
  /** The action; undefined while the dialog is closed. */
  kind: AccountStatusChange['kind'] | undefined;
  onClose: () => void;
};

type FormProps = AccountStatusDialogProps & { kind: AccountStatusChange['kind'] };

function useAccountStatusChange({ username, name, onClose }: FormProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: AccountStatusChange) => sendAccountStatus(username, change),
    onSuccess: (_answer, { kind }) => {
      toast.success(kind === 'suspend' ? t`${name} is suspended` : t`${name} may come in again`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  });
}

function AccountStatusForm(props: FormProps) {
  const { kind, onClose } = props;
  const { t } = useLingui();
  const [length, setLength] = useState(String(SUSPENSION_DAYS[0] ?? 1));
  const [reason, setReason] = useState('');
  const [hasTried, setTried] = useState(false);
  const change = useAccountStatusChange(props);
  const isEmpty = reason.trim() === '';
  const isSuspending = kind === 'suspend';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isEmpty || change.isPending) return;
    const until = length === PERMANENT ? null : new Date(Date.now() + Number(length) * DAY_MS).toISOString();
    change.mutate(isSuspending ? { kind, until, reason: reason.trim() } : { kind, reason: reason.trim() });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
      {isSuspending && (
        <SelectField
          label={<Trans>For how long</Trans>}
          value={length}
          onChange={(event) => setLength(event.target.value)}
          options={[
            ...SUSPENSION_DAYS.map((days) => ({
              value: String(days),
              label: plural(days, { one: '# day', other: '# days' }),
            })),
            { value: PERMANENT, label: t`For good` },
          ]}
        />
      )}
      <ReasonField
        label={isSuspending ? <Trans>Reason, as the person reads it</Trans> : <Trans>Reason</Trans>}
        value={reason}
        onChange={setReason}
        error={hasTried && isEmpty ? t`Please write a reason` : undefined}
        ready={isSuspending ? readySentences() : undefined}
      />
      <FormErrors message={change.error ? failureText(change.error) : undefined} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" tone={isSuspending ? 'danger' : 'primary'} isBusy={change.isPending}>
          {isSuspending ? <Trans>Suspend</Trans> : <Trans>Let in again</Trans>}
        </Button>
      </div>
    </form>
  );
}

/** Suspends an account with a reason and a duration, or reinstates it (SV-50). */
export function AccountStatusDialog(props: AccountStatusDialogProps) {
  const { name, kind, onClose } = props;
  return (
    <Dialog
      isOpen={kind !== undefined}
      onClose={onClose}
      keepOpenOnOutsidePress
      title={kind === 'unsuspend' ? <Trans>Let {name} in again?</Trans> : <Trans>Suspend {name}?</Trans>}
      description={
        kind === 'unsuspend' ? (
          <Trans>They can log in at once. Subscriptions that ended stay ended.</Trans>
        ) : (
          <Trans>They are out at once on every device and read your reason. They may appeal once.</Trans>
        )
      }
    >
      {kind && <AccountStatusForm {...props} kind={kind} />}
    </Dialog>
  );
}
