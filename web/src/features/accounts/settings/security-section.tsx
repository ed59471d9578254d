import { isGuestName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/session.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Form } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useForm } from '../../../ui/use-form.ts';
import { sessionsQuery } from '../own-account.queries.ts';
import { Devices } from '../devices.tsx';
import { checkPasswordChoice, PasswordChoice } from '../password-choice.tsx';
import { SectionCard } from '../section-card.tsx';

function ChangeForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useLingui();
  const form = useForm({
    initial: { current_password: '', new_password: '' },
    check: (typed) => ({
      current_password: typed.current_password === '' && t`Enter your password.`,
      new_password: checkPasswordChoice(typed.new_password),
    }),
    errorFields: { wrong_password: 'current_password' },
    send: (body) => api('POST /auth/password/change', { body }),
    onDone({ access_token: token }) {
      session.start(token, session.current()?.username);
      toast.success(t`Your password is changed. Your other devices are logged out.`);
      onChanged();
    },
  });
  return (
    <Form form={form} submitLabel={<Trans>Change password</Trans>}>
      <PasswordField {...form.field('current_password')} label={t`Current password`} required />
      <PasswordChoice {...form.field('new_password')} label={t`New password`} />
    </Form>
  );
}

/** Sets a new password, which ends every other session (SV-11). Calls `onChanged` on success. */
function ChangePassword({ onChanged }: { onChanged: () => void }) {
  const [formKey, setFormKey] = useState(0);
  const resetForm = () => {
    setFormKey(formKey + 1);
    onChanged();
  };
  return (
    <SectionCard
      title={<Trans>Password</Trans>}
      text={<Trans>A new password logs every other device out.</Trans>}
    >
      <ChangeForm key={formKey} onChanged={resetForm} />
    </SectionCard>
  );
}

/** Password and devices (SV-11); guests have no password. */
export function SecuritySection() {
  const client = useQueryClient();
  const isGuest = isGuestName(useSession()?.username ?? '');
  return (
    <>
      {!isGuest && (
        <ChangePassword
          onChanged={() => void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })}
        />
      )}
      <Devices />
    </>
  );
}
