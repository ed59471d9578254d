import { isGuestName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { session } from '../../platform/session.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast-store.ts';
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
import { useLinkSearch } from './use-link-search.ts';
import { useOpenAfterLogin } from './use-start-session.ts';

/** Lists the data that an upgrade keeps (SV-04). */
function WhatStays() {
  const { t } = useLingui();
  return (
    <ul className="grid gap-1.5 rounded-card bg-marigold-wash p-4 text-sm">
      {[t`Your rooms and your messages`, t`Everything you said, now under your new name`].map((text) => (
        <li key={text} className="flex gap-2">
          <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-teal" />
          {text}
        </li>
      ))}
    </ul>
  );
}

function UpgradeForm({ invitation = '' }: { invitation: string | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { join, to } = useLinkSearch();
  const openTarget = useOpenAfterLogin();
  const form = useForm({
    initial: { ...blankAccount, referral_code: invitation },
    check: checkAccount,
    errorFields: accountErrorFields,
    send: (typed) => api('POST /auth/upgrade', { body: accountOf(typed) }),
    async onDone(answer) {
      session.start(answer);
      const { username } = answer;
      toast.success(t`You're here to stay, ${username}. We sent you a mail to confirm your address.`);
      if (join === undefined && to === undefined)
        await navigate({ to: '/v1', search: { tab: 'profile' }, replace: true });
      else await openTarget();
    },
  });
  if (form.error?.code === 'age_refused') return <AgeRefused />;
  return (
    <Form form={form} submitLabel={<Trans>Keep my account</Trans>}>
      <AccountFields form={form} />
      <ReferralField form={form} invitation={invitation} />
    </Form>
  );
}

/** `/upgrade`: makes a guest permanent (SH-22, SV-04, AU-02). */
export function UpgradeScreen() {
  const { t } = useLingui();
  const { ref } = useSearch({ from: '/upgrade' });
  const [isGuest] = useState(() => isGuestName(session.current()?.username ?? ''));
  if (!isGuest) {
    return (
      <AccountPage
        title={t`You're already at home here`}
        lead={<Trans>Your account is permanent. There's nothing left to do.</Trans>}
      >
        <Link to="/v1" className={buttonClasses()}>
          <Trans>Back to the rooms</Trans>
        </Link>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title={t`Keep your account`}
      lead={
        <Trans>Stay a while: pick a name and a password, and everything you have here stays yours.</Trans>
      }
      footer={
        <Link to="/v1" className={linkClasses}>
          <Trans>Not now</Trans>
        </Link>
      }
    >
      <WhatStays />
      <UpgradeForm key={ref} invitation={ref} />
    </AccountPage>
  );
}
