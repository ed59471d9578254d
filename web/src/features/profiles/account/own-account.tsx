import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { buttonClasses } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';
import { EmailState, LogOutButton, meQuery } from '../../accounts/index.ts';
import { Referrals } from './referrals.tsx';

/** Account data for the owner only: e-mail, friends, security, log out (SV-12). */
export function OwnAccount({ isGuest }: { isGuest: boolean }) {
  const { data: me, error, isFetching, refetch } = useQuery(meQuery);
  return (
    <>
      {!me && error && (
        <ErrorState
          title={<Trans>Failed to load user data</Trans>}
          text={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!me && !error && <Skeleton className="h-32 rounded-card" />}
      {me && me.email !== null && <EmailState email={me.email} isVerified={me.email_verified} />}
      {me && me.referral_code !== null && <Referrals code={me.referral_code} />}
      <div className="flex flex-wrap gap-3">
        <Link to="/security" className={buttonClasses('quiet', 'small')}>
          <ShieldCheck aria-hidden="true" className="size-4" />
          <Trans>Security</Trans>
        </Link>
        <LogOutButton isGuest={isGuest} />
      </div>
    </>
  );
}
