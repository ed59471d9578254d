import { isGuestName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useSessionEnd } from '../../platform/use-session-end.ts';
import { useSession } from '../../platform/use-session.ts';
import { sessionsQuery } from './accounts.queries.ts';
import { ChangePassword } from './change-password.tsx';
import { DataExportSection } from './data-export.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Devices } from './devices.tsx';
import { linkClasses } from './link-classes.ts';
import { UpgradeInvitation } from './upgrade-invitation.tsx';
import { usePageTitle } from './use-page-title.ts';

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
