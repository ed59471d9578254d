import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import type { SignedIn } from '@adda/contract/accounts';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { isSuspendedCode } from '../../platform/stale-session.ts';
import { suspendedProof } from '../../platform/suspended-proof.ts';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { linkClasses } from './link-classes.ts';
import { useLinkSearch } from './use-link-search.ts';
import { useStartSession } from './use-start-session.ts';

/**
 * Logs in. Returns undefined for a suspended account; then the suspension page shows the reason by means of the entered
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
  const startSession = useStartSession();
  const navigate = useNavigate();
  const search = useLinkSearch();
  const form = useForm({
    initial: { username: '', password: '' },
    check: ({ username, password }) => ({
      username: username.trim() === '' && t`Enter your username or e-mail address.`,
      password: password === '' && t`Enter your password.`,
    }),
    send: ({ username, password }) => logIn(username, password),
    onDone: (signedIn) => (signedIn ? startSession(signedIn) : navigate({ to: '/suspended' })),
  });
  return (
    <Form form={form} submitLabel={<Trans>Log in</Trans>}>
      <TextField
        {...form.field('username')}
        label={t`Username or e-mail`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordField
        {...form.field('password')}
        label={t`Password`}
        required
        aside={
          <Link to="/forgot-password" search={search} className={`${linkClasses} -my-3 text-sm`}>
            <Trans>Forgot it?</Trans>
          </Link>
        }
      />
    </Form>
  );
}
