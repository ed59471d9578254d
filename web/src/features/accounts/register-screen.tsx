import type { SignedIn } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearch } from '@tanstack/react-router';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { useForm } from '../../ui/use-form.ts';
import {
  accountErrorFields,
  AccountFields,
  accountOf,
  blankAccount,
  checkAccount,
  ReferralField,
} from './account-fields.tsx';
import { AccountPage } from './account-page.tsx';
import { AgeRefused } from './age-refused.tsx';
import { canUsePasskeys } from './factors/passkey-support.ts';
import { linkClasses } from './link-classes.ts';
import { PersonFields } from './person-fields.tsx';
import { blankPerson, checkPerson, isRefusedForAge, personOf, type TypedPerson } from './person.ts';
import { useLinkSearch } from './use-link-search.ts';
import { useStartSession } from './use-start-session.ts';

type Typed = typeof blankAccount & TypedPerson;

/** Registers; with a passkey in place of the password the device asks first (ID-01). Resolves with undefined if that is cancelled. */
async function register(typed: Typed, hasPasskey: boolean): Promise<SignedIn | undefined> {
  const { password, ...account } = accountOf(typed);
  const body = { ...account, ...personOf(typed) };
  if (!hasPasskey) return api('POST /auth/register', { body: { ...body, password } });
  const [{ createPasskey }, { deviceName }, options] = await Promise.all([
    import('./factors/passkey-ceremonies.ts'),
    import('./factors/device-name.ts'),
    api('POST /auth/register/options', { body: { username: account.username } }),
  ]);
  const response = await createPasskey(options);
  if (!response) return undefined;
  return api('POST /auth/register', { body: { ...body, passkey: { response, name: deviceName() } } });
}

/** What registration with a passkey means, in place of the password. */
function PasskeyNote() {
  return (
    <p className="flex items-start gap-3 rounded-chip bg-raised p-4 text-sm">
      <Fingerprint aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-rani-ink" />
      <span>
        <Trans>
          No password: your device asks for your fingerprint, your face or its lock when you create the
          account, and whenever you log in.
        </Trans>
      </span>
    </p>
  );
}

function RegisterForm({ invitation = '' }: { invitation: string | undefined }) {
  const enter = useStartSession();
  const [hasPasskey, setPasskey] = useState(false);
  const form = useForm({
    initial: { ...blankAccount, ...blankPerson, referral_code: invitation },
    check: (typed) => ({ ...checkAccount(typed, { hasPassword: !hasPasskey }), ...checkPerson(typed) }),
    errorFields: accountErrorFields,
    send: (typed) => register(typed, hasPasskey),
    onDone: (signedIn) => signedIn && enter(signedIn),
  });
  if (isRefusedForAge(form)) return <AgeRefused />;
  return (
    <Form form={form} submitLabel={<Trans>Create my account</Trans>}>
      <AccountFields form={form} inPlaceOfPassword={hasPasskey && <PasskeyNote />} />
      {canUsePasskeys() && (
        <Button
          tone="plain"
          size="small"
          className="-ms-3.5 -mt-2 -mb-1 justify-self-start"
          onClick={() => setPasskey(!hasPasskey)}
        >
          {hasPasskey ? (
            <Trans>Use a password instead</Trans>
          ) : (
            <Trans>Use a passkey instead of a password</Trans>
          )}
        </Button>
      )}
      <PersonFields form={form} />
      <ReferralField form={form} invitation={invitation} />
    </Form>
  );
}

/** `/register`, with a referral code in `?ref=` (SV-01, SH-23). */
export function RegisterScreen() {
  const { t } = useLingui();
  const { ref } = useSearch({ from: '/register' });
  const search = useLinkSearch();
  return (
    <AccountPage
      title={t`Create your account`}
      lead={<Trans>Pull up a chair: one account, every room. Adda is for adults, 18 and over.</Trans>}
      footer={
        <>
          <Trans>Been here before?</Trans>
          <Link to="/login" search={search} className={linkClasses}>
            <Trans>Log in</Trans>
          </Link>
        </>
      }
    >
      <RegisterForm key={ref} invitation={ref} />
    </AccountPage>
  );
}
