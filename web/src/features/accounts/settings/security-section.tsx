import { isGuestName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/session.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Form } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useForm } from '../../../ui/use-form.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import { sessionsQuery } from '../own-account.queries.ts';
import { Devices } from '../devices.tsx';
import { AuthenticatorCard } from '../factors/authenticator-card.tsx';
import { factorsQuery, passkeysQuery, useRefreshFactors } from '../factors/factors.queries.ts';
import { PasskeysCard } from '../factors/passkeys-card.tsx';
import { checkPasswordChoice, PasswordChoice } from '../password-choice.tsx';
import { SectionCard } from '../section-card.tsx';

type ChangeFormProps = {
  /** An account without a password sets one; it proves itself by its passkey (ID-01). */
  hasPassword: boolean;
  onChanged: () => void;
};

function ChangeForm({ hasPassword, onChanged }: ChangeFormProps) {
  const { t } = useLingui();
  const form = useForm({
    initial: { current_password: '', new_password: '' },
    check: (typed) => ({
      current_password: hasPassword && typed.current_password === '' && t`Enter your password.`,
      new_password: checkPasswordChoice(typed.new_password),
    }),
    errorFields: { wrong_password: 'current_password' },
    send: ({ current_password: current, new_password: next }) =>
      api('POST /auth/password/change', {
        body: { new_password: next, ...(hasPassword && { current_password: current }) },
      }),
    onDone({ expires_in: seconds }) {
      session.extend(Date.now() + seconds * 1000);
      toast.success(
        hasPassword
          ? t`Your password is changed. Your other devices are logged out.`
          : t`Your password is set. Your other devices are logged out.`,
      );
      onChanged();
    },
  });
  return (
    <Form
      form={form}
      submitLabel={hasPassword ? <Trans>Change password</Trans> : <Trans>Set a password</Trans>}
    >
      {hasPassword && (
        <PasswordField {...form.field('current_password')} label={t`Current password`} required />
      )}
      <PasswordChoice {...form.field('new_password')} label={t`New password`} />
    </Form>
  );
}

/** Sets a new password, which ends every other session (SV-11). Calls `onChanged` on success. */
function ChangePassword({ onChanged }: { onChanged: () => void }) {
  const factors = useQuery(factorsQuery);
  const [formKey, setFormKey] = useState(0);
  const resetForm = () => {
    setFormKey(formKey + 1);
    onChanged();
  };
  if (factors.isPending) return <Skeleton className="h-96 rounded-card" />;
  const hasPassword = factors.data?.password !== false;
  return (
    <SectionCard
      title={<Trans>Password</Trans>}
      text={
        hasPassword ? (
          <Trans>A new password logs every other device out.</Trans>
        ) : (
          <Trans>You log in with a passkey. A password is one more way in, should you lose it.</Trans>
        )
      }
    >
      {factors.data ? (
        <ChangeForm key={formKey} hasPassword={hasPassword} onChanged={resetForm} />
      ) : (
        <ErrorState
          text={factors.error?.message}
          onRetry={() => void factors.refetch()}
          isRetrying={factors.isFetching}
        />
      )}
    </SectionCard>
  );
}

/** Password, passkeys, authenticator app and devices (SV-11, ID-01, ID-02); guests have only devices. */
export function SecuritySection() {
  const client = useQueryClient();
  const refreshFactors = useRefreshFactors();
  const isGuest = isGuestName(useSession()?.username ?? '');
  const isKnown = [
    useQuery({ ...factorsQuery, enabled: !isGuest }),
    useQuery({ ...passkeysQuery, enabled: !isGuest }),
  ].every(({ isFetched }) => isFetched);
  // The height of the cards depends on what the account has: nothing is below them until that is known.
  if (!isGuest && !isKnown) return <Skeleton className="h-56 rounded-card" />;
  const changed = () => {
    void refreshFactors();
    void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
  return (
    <>
      {!isGuest && (
        <>
          <PasskeysCard />
          <ChangePassword onChanged={changed} />
          <AuthenticatorCard />
        </>
      )}
      <Devices />
    </>
  );
}
