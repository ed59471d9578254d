import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { session } from '../../platform/session.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { Form } from './form.tsx';
import { checkPasswordChoice, PasswordChoice } from './password-choice.tsx';
import { SectionCard } from './section-card.tsx';
import { useForm } from './use-form.ts';

function ChangeForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useLingui();
  const form = useForm({
    names: ['current_password', 'new_password'],
    check: (read) => ({
      current_password: read('current_password') === '' && t`Enter your password.`,
      new_password: checkPasswordChoice(read('new_password')),
    }),
    send: (read) =>
      api('POST /auth/password/change', {
        body: { current_password: read('current_password'), new_password: read('new_password') },
      }),
    onDone({ access_token: token }) {
      session.start(token, session.current()?.username);
      toast.success(t`Your password is changed. Your other devices are logged out.`);
      onChanged();
    },
  });
  return (
    <Form form={form} submitLabel={<Trans>Change password</Trans>}>
      <PasswordField
        label={t`Current password`}
        name="current_password"
        required
        error={form.errorOf('current_password')}
      />
      <PasswordChoice label={t`New password`} name="new_password" error={form.errorOf('new_password')} />
    </Form>
  );
}

/** Sets a new password, which ends every other session (SV-11). Calls `onChanged` on success. */
export function ChangePassword({ onChanged }: { onChanged: () => void }) {
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
