import { countries, shownName, type Me } from '@adda/contract/accounts';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { CardSkeleton } from '../../ui/skeletons.tsx';
import { ErrorState } from '../../ui/view-states.tsx';
import { useMe } from './accounts.queries.ts';
import { EmailState } from './email-state.tsx';
import { LogOutButton } from './log-out-button.tsx';
import { Referrals } from './referrals.tsx';
import { Tag } from './tag.tsx';
import { UpgradeInvitation } from './upgrade-invitation.tsx';

function Header({ me }: { me: Me }) {
  const country = countries.find((entry) => entry.country === me.country)?.label ?? me.country;
  return (
    <header className="flex flex-wrap items-center gap-4 sm:gap-6">
      <Avatar name={me.username} shownName={me.display_name} src={me.profile_image_url} size="huge" />
      <div className="min-w-0 grow basis-48">
        <h1 className="text-2xl break-words">{me.display_name || shownName(me.username)}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-mute">
          <span className="min-w-0 break-words">@{shownName(me.username)}</span>
          {me.is_guest && (
            <Tag>
              <Trans>Guest</Trans>
            </Tag>
          )}
        </p>
        <p className="text-sm text-mute">
          {me.state}, {country}
        </p>
      </div>
    </header>
  );
}

/** The profile tab: the own account (SV-12). */
export function ProfileTab() {
  const { data: me, error, isFetching, refetch } = useMe();
  if (!me) {
    if (!error) return <CardSkeleton cards={2} />;
    return (
      <ErrorState level={1} text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  }
  return (
    <div className="grid gap-5">
      <Header me={me} />
      {me.is_guest && <UpgradeInvitation />}
      {me.email !== null && <EmailState email={me.email} isVerified={me.email_verified} />}
      {me.referral_code !== null && <Referrals code={me.referral_code} />}
      <div className="flex flex-wrap gap-3">
        <Link to="/security" className={buttonClasses('quiet', 'small')}>
          <ShieldCheck aria-hidden="true" className="size-4" />
          <Trans>Security</Trans>
        </Link>
        <LogOutButton isGuest={me.is_guest} />
      </div>
    </div>
  );
}
