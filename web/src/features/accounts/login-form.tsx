import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import type { SignedIn } from '@adda/contract/accounts';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { isSuspendedCode } from '../../platform/stale-session.ts';
import { suspendedProof } from '../../platform/suspended-proof.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Form } from './form.tsx';
import { linkClasses } from './link-classes.ts';
import { useStartSession } from './use-start-session.ts';
import { useForm } from './use-form.ts';

/**
 * Logs in; returns undefined for a suspended account, whose owner can see the reason with the entered
 * credentials.
 */
async function logIn(username: string, password: string): Promise<SignedIn | undefined> {
  try {
    return await api('POST /auth/login', { body: { username, password } });
  } catch (error) {
    if (!(error instanceof ApiError) || !isSuspendedCode(error.code)) throw error;
    suspendedProof.ofLogin(username, password);
    return undefined;
  }
}

/** Username or e-mail address, and the password (SV-02); a suspended account leads to the reason (SV-50). */
export function LoginForm() {
  const { t } = useLingui();
  const enter = useStartSession();
  const navigate = useNavigate();
  const form = useForm({
    names: ['username', 'password'],
    check: (read) => ({
      username: read('username').trim() === '' && t`Enter your username or e-mail address.`,
      password: read('password') === '' && t`Enter your password.`,
    }),
    send: (read) => logIn(read('username'), read('password')),
    onDone: (signedIn) => (signedIn ? enter(signedIn) : navigate({ to: '/suspended' })),
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
