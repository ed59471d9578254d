import { Trans, useLingui } from '@lingui/react/macro';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { api, type CallOutput } from '../../../platform/api.ts';
import { suspendedProof } from '../../../platform/suspended-proof.ts';
import { Form, useForm } from '../../accounts/index.ts';

export type CredentialsFormProps = { onKnown: (answer: CallOutput<'POST /auth/suspension'>) => void };

/** Asks for username and password to show the account's suspension; it does not log in. */
export function CredentialsForm({ onKnown }: CredentialsFormProps) {
  const { t } = useLingui();
  const form = useForm({
    names: ['username', 'password'],
    check: (read) => ({
      username: read('username').trim() === '' && t`Enter your username or e-mail address.`,
      password: read('password') === '' && t`Enter your password.`,
    }),
    send: (read) =>
      api('POST /auth/suspension', { body: { username: read('username'), password: read('password') } }),
    onDone(answer, read) {
      suspendedProof.ofLogin(read('username'), read('password'));
      onKnown(answer);
    },
  });
  return (
    <Form form={form} submitLabel={<Trans>Show me</Trans>}>
      <TextField
        label={t`Username or e-mail`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={form.errorOf('username')}
      />
      <PasswordField label={t`Password`} name="password" required error={form.errorOf('password')} />
    </Form>
  );
}
