import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearch } from '@tanstack/react-router';
import { api } from '../../platform/api.ts';
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
import { linkClasses } from './link-classes.ts';
import { PersonFields } from './person-fields.tsx';
import { blankPerson, checkPerson, isRefusedForAge, personOf } from './person.ts';
import { useLinkSearch } from './use-link-search.ts';
import { useStartSession } from './use-start-session.ts';

function RegisterForm({ invitation = '' }: { invitation: string | undefined }) {
  const enter = useStartSession();
  const form = useForm({
    initial: { ...blankAccount, ...blankPerson, referral_code: invitation },
    check: (typed) => ({ ...checkAccount(typed), ...checkPerson(typed) }),
    errorFields: accountErrorFields,
    send: (typed) => api('POST /auth/register', { body: { ...accountOf(typed), ...personOf(typed) } }),
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
