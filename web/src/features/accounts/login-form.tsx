import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { api } from '../../platform/api.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Form } from './form.tsx';
import { linkClasses } from './link-classes.ts';
import { useEnter } from './use-enter.ts';
import { useForm } from './use-form.ts';

/** Username or e-mail address, and the password (SV-02). */
export function LoginForm() {
  const { t } = useLingui();
  const enter = useEnter();
  const form = useForm({
    names: ['username', 'password'],
    check: (read) => ({
      username: read('username').trim() === '' && t`Enter your username or e-mail address.`,
      password: read('password') === '' && t`Enter your password.`,
    }),
    send: (read) =>
      api('POST /auth/login', { body: { username: read('username'), password: read('password') } }),
    onDone: enter,
  });
  return (
    <Form form={form} submitLabel={<Trans>Log in</Trans>}>
      <TextField
        label={t`Username or e-mail`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={form.errorOf('username')}
      />
      <PasswordField
        label={t`Password`}
        name="password"
        required
        error={form.errorOf('password')}
        aside={
          <Link to="/forgot-password" className={`${linkClasses} -my-3 text-sm`}>
            <Trans>Forgot it?</Trans>
          </Link>
        }
      />
    </Form>
  );
}
