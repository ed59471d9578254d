import { isGuestName } from '@adda/contract/accounts';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../platform/use-session.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';
import { meQuery } from '../accounts.queries.ts';
import { ChangeEmail } from '../change-email.tsx';
import { DataExportSection } from '../data-export.tsx';
import { DeleteAccount } from '../delete-account.tsx';
import { EmailState } from '../email-state.tsx';
import { SectionCard } from '../section-card.tsx';
import { UpgradeInvitation } from '../upgrade-invitation.tsx';

/** The e-mail address; guests have none. */
function Email() {
  const { data: me, error, isFetching, refetch } = useQuery(meQuery);
  if (me?.email === null) return null;
  if (me)
    return (
      <EmailState email={me.email} isVerified={me.email_verified}>
        <ChangeEmail wanted={me.wanted_email} />
      </EmailState>
    );
  return (
    error && (
      <ErrorState
        title={<Trans>Failed to load user data</Trans>}
        text={error.message}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  );
}

/** E-mail, profile, the copy of one's data, and the end of the account; guests are offered a permanent one. */
export function AccountSection() {
  const isGuest = isGuestName(useSession()?.username ?? '');
  const { isPending } = useQuery({ ...meQuery, enabled: !isGuest });
  // The height of the e-mail address depends on its state: nothing is below it until that is known.
  if (!isGuest && isPending) return <Skeleton className="h-56 rounded-card" />;
  return (
    <>
      {isGuest ? <UpgradeInvitation /> : <Email />}
      <SectionCard
        title={<Trans>Profile</Trans>}
        text={<Trans>Your name, picture, bio and links are changed where people see them.</Trans>}
      >
        <Link
          to="/v1"
          search={{ tab: 'profile' }}
          className={`${buttonClasses('quiet', 'small')} justify-self-start`}
        >
          <Trans>Your profile</Trans>
        </Link>
      </SectionCard>
      <DataExportSection />
      {!isGuest && <DeleteAccount />}
    </>
  );
}
