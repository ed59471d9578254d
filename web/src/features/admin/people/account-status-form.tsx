import { SUSPENSION_DAYS } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionForm } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ReasonField } from '../frame/reason-field.tsx';
import { useActionForm } from '../frame/use-action.ts';
import { readySentences } from '../reports/decision/decision-labels.ts';
import { sendAccountStatus, type AccountStatusChange } from './people.queries.ts';

const DAY_MS = 86_400_000;
const PERMANENT = 'good';

export type AccountStatusFormProps = {
  username: string;
  /** Display name. */
  name: string;
  kind: AccountStatusChange['kind'];
  onClose: () => void;
};

const blank = { length: String(SUSPENSION_DAYS[0] ?? 1), reason: '' };

const endOf = (length: string): string | null =>
  length === PERMANENT ? null : new Date(Date.now() + Number(length) * DAY_MS).toISOString();

/** Suspends an account with a reason and a duration, or reinstates it (SV-50). */
export function AccountStatusForm({ username, name, kind, onClose }: AccountStatusFormProps) {
  const { t } = useLingui();
  const isSuspending = kind === 'suspend';
  const form = useActionForm({
    initial: blank,
    check: ({ reason }) => ({ reason: reason.trim() === '' && t`Please write a reason` }),
    send: ({ length, reason }) =>
      sendAccountStatus(
        username,
        isSuspending
          ? { kind, until: endOf(length), reason: reason.trim() }
          : { kind, reason: reason.trim() },
      ),
    onDone: () => {
      toast.success(isSuspending ? t`${name} is suspended` : t`${name} may come in again`);
      onClose();
    },
  });
  return (
    <ActionForm
      form={form}
      submitLabel={isSuspending ? <Trans>Suspend</Trans> : <Trans>Let in again</Trans>}
      tone={isSuspending ? 'danger' : 'primary'}
      onCancel={onClose}
      className="mt-4"
    >
      {isSuspending && (
        <SelectField
          {...form.field('length')}
          label={<Trans>For how long</Trans>}
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
        {...form.field('reason')}
        label={isSuspending ? <Trans>Reason, as the person reads it</Trans> : <Trans>Reason</Trans>}
        onChange={(reason) => form.change({ reason })}
        ready={isSuspending ? readySentences() : undefined}
      />
    </ActionForm>
  );
}
