import { isGuestName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useSessionEnd } from '../../platform/use-session-end.ts';
import { useSession } from '../../platform/use-session.ts';
import { sessionsQuery } from './accounts.queries.ts';
import { DataExportSection } from './data-export.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Devices } from './devices.tsx';
import { linkClasses } from './link-classes.ts';
import { UpgradeInvitation } from './upgrade-invitation.tsx';
import { usePageTitle } from './use-page-title.ts';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { session } from '../../platform/session.ts';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { checkPasswordChoice, PasswordChoice } from './password-choice.tsx';
import { SectionCard } from './section-card.tsx';

function ChangeForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useLingui();
  const form = useForm({
    initial: { current_password: '', new_password: '' },
    check: (typed) => ({
      current_password: typed.current_password === '' && t`Enter your password.`,
      new_password: checkPasswordChoice(typed.new_password),
    }),
    errorFields: { wrong_password: 'current_password' },
    send: (body) => api('POST /auth/password/change', { body }),
    onDone({ access_token: token }) {
      session.start(token, session.current()?.username);
      toast.success(t`Your password is changed. Your other devices are logged out.`);
      onChanged();
    },
  });
  return (
    <Form form={form} submitLabel={<Trans>Change password</Trans>}>
      <PasswordField {...form.field('current_password')} label={t`Current password`} required />
      <PasswordChoice {...form.field('new_password')} label={t`New password`} />
    </Form>
  );
}

/** Sets a new password, which ends every other session (SV-11). Calls `onChanged` on success. */
function ChangePassword({ onChanged }: { onChanged: () => void }) {
  const [formKey, setFormKey] = useState(0);
  const resetForm = () => {
    setFormKey(formKey + 1);
    onChanged();
  };
  return (
    <SectionCard
      title={<Trans>Password</Trans>}
      text={<Trans>A new password logs every other device out.</Trans>}
    >
      <ChangeForm key={formKey} onChanged={resetForm} />
    </SectionCard>
  );
}

/** `/security`: password, devices, data export and account deletion; a guest has no password yet. */
export function SecurityScreen() {
  const { t } = useLingui();
  const heading = usePageTitle(t`Security`);
  const client = useQueryClient();
  useSessionEnd();
  const isGuest = isGuestName(useSession()?.username ?? '');
  return (
    <main className="dusk min-h-dvh px-4 py-6 sm:px-6">
      <div className="mx-auto grid max-w-160 gap-5">
        <div>
          <Link to="/v1" search={{ tab: 'profile' }} className={`${linkClasses} gap-1.5`}>
            <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
            <Trans>Profile</Trans>
          </Link>
          <h1 ref={heading} tabIndex={-1} className="mt-1 text-3xl outline-none">
            <Trans>Security</Trans>
          </h1>
        </div>
        {isGuest ? (
          <UpgradeInvitation />
        ) : (
          <ChangePassword
            onChanged={() => void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })}
          />
        )}
        <Devices />
        <DataExportSection />
        {!isGuest && <DeleteAccount />}
      </div>
    </main>
  );
}
