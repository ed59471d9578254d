import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearch } from '@tanstack/react-router';
import { api } from '../../platform/api.ts';
import { AccountFields, accountNames, accountOf, checkAccount, ReferralField } from './account-fields.tsx';
import { AccountPage } from './account-page.tsx';
import { AgeRefused } from './age-refused.tsx';
import { Form } from './form.tsx';
import { linkClasses } from './link-classes.ts';
import { PersonFields } from './person-fields.tsx';
import { checkPerson, isRefusedForAge, personNames, personOf } from './person.ts';
import { useStartSession } from './use-start-session.ts';
import { useForm } from './use-form.ts';

function RegisterForm({ invitation }: { invitation: string | undefined }) {
  const enter = useStartSession();
  const form = useForm({
    names: [...accountNames, ...personNames],
    check: (read) => ({ ...checkAccount(read), ...checkPerson(read) }),
    send: (read) => api('POST /auth/register', { body: { ...accountOf(read), ...personOf(read) } }),
    onDone: enter,
  });
  if (isRefusedForAge(form)) return <AgeRefused />;
  return (
    <Form form={form} submitLabel={<Trans>Create my account</Trans>}>
      <AccountFields form={form} />
      <PersonFields form={form} />
      <ReferralField form={form} invitation={invitation} />
    </Form>
  );
}

/** `/register`, with a referral code in `?ref=` (SV-01, SH-23). */
export function RegisterScreen() {
  const { t } = useLingui();
  const { ref } = useSearch({ from: '/register' });
  return (
    <AccountPage
      title={t`Create your account`}
      lead={<Trans>Pull up a chair: one account, every room. Adda is for adults, 18 and over.</Trans>}
      footer={
        <>
          <Trans>Been here before?</Trans>
          <Link to="/login" className={linkClasses}>
            <Trans>Log in</Trans>
          </Link>
        </>
      }
    >
      <RegisterForm key={ref} invitation={ref} />
    </AccountPage>
  );
}
