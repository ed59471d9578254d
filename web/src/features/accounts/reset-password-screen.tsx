import { isGuestName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../platform/api.ts';
import type { ApiError } from '../../platform/api-error.ts';
import { session } from '../../platform/session.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { AccountPage } from './account-page.tsx';
import { checkPasswordChoice, PasswordChoice } from './password-choice.tsx';

const isDeadLink = (error: ApiError | undefined): boolean =>
  error?.code === 'invalid_reset_link' || error?.fields.token !== undefined;

function DeadLink() {
  const { t } = useLingui();
  return (
    <AccountPage
      title={t`This link doesn't work any more`}
      lead={
        <Trans>
          A reset link works once, for one hour. Ask for a fresh one and you'll be back in no time.
        </Trans>
      }
    >
      <Link to="/forgot-password" className={buttonClasses()}>
        <Trans>Get a new link</Trans>
      </Link>
    </AccountPage>
  );
}

/** `/reset-password`: sets a new password with the token of the mail (SV-10). */
export function ResetPasswordScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { token = '' } = useSearch({ from: '/reset-password' });
  const form = useForm({
    initial: { new_password: '' },
    check: (typed) => ({ new_password: checkPasswordChoice(typed.new_password) }),
    send: (typed) => api('POST /auth/password/reset', { body: { token, ...typed } }),
    async onDone() {
      toast.success(t`Your new password is set. Please log in.`);
      const username = session.current()?.username;
      // The reset ended every session of its account. A guest's session belongs to another account, and is
      // the only access to it.
      if (username && !isGuestName(username)) session.logOut();
      await navigate({ to: '/login', replace: true });
    },
  });
  if (token === '' || isDeadLink(form.error)) return <DeadLink />;
  return (
    <AccountPage
      title={t`Choose a new password`}
      lead={<Trans>Every device that is logged in now will be logged out.</Trans>}
    >
      <Form form={form} submitLabel={<Trans>Set my new password</Trans>}>
        <PasswordChoice {...form.field('new_password')} label={t`New password`} />
      </Form>
    </AccountPage>
  );
}
