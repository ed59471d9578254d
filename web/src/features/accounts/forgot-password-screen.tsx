import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { AccountPage } from './account-page.tsx';
import { linkClasses } from './link-classes.ts';
import { useLinkSearch } from './use-link-search.ts';

/** The request form; `address` is the last input. */
function ForgotForm({ address, onSent }: { address: string; onSent: (address: string) => void }) {
  const { t } = useLingui();
  const form = useForm({
    initial: { email: address },
    check: ({ email }) => ({ email: !email.includes('@') && t`Enter a valid e-mail address.` }),
    send: (body) => api('POST /auth/password/forgot', { body }),
    onDone: (_answer, { email }) => onSent(email.trim()),
  });
  return (
    <Form form={form} submitLabel={<Trans>Send me a link</Trans>}>
      <TextField {...form.field('email')} label={t`E-mail`} type="email" autoComplete="email" required />
    </Form>
  );
}

/** `/forgot-password`: requests a reset link; the response is the same for every address (SV-09). */
export function ForgotPasswordScreen() {
  const { t } = useLingui();
  const search = useLinkSearch();
  const [address, setAddress] = useState('');
  const [isSent, setSent] = useState(false);
  const footer = (
    <Link to="/login" search={search} className={linkClasses}>
      <Trans>Back to log in</Trans>
    </Link>
  );
  if (isSent) {
    return (
      <AccountPage
        key="sent"
        title={t`Look into your mail`}
        lead={
          <span className="break-words">
            <Trans>If {address} belongs to an account, a link is on its way. It works for one hour.</Trans>
          </span>
        }
        footer={footer}
      >
        <Button tone="quiet" onClick={() => setSent(false)}>
          <Trans>Nothing came? Try again</Trans>
        </Button>
      </AccountPage>
    );
  }
  const onSent = (typed: string) => {
    setAddress(typed);
    setSent(true);
  };
  return (
    <AccountPage
      key="ask"
      title={t`Forgot your password?`}
      lead={<Trans>It happens. Tell us your e-mail address and we'll send you a link.</Trans>}
      footer={footer}
    >
      <ForgotForm address={address} onSent={onSent} />
    </AccountPage>
  );
}
