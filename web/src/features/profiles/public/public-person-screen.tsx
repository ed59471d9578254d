import { displayedName } from '@adda/contract/accounts';
import type { PublicProfile } from '@adda/contract/profiles';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiError } from '../../../platform/api-error.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import {
  Landing,
  LandingError,
  LandingGone,
  LandingPage,
  LandingSkeleton,
  WaysIn,
} from '../../accounts/index.ts';
import { publicProfile } from './public.queries.ts';

function Person({ profile }: { profile: PublicProfile }) {
  const { username, bio, profile_image_url: picture } = profile;
  const name = profile.display_name || displayedName(username);
  return (
    <Landing
      kind={<Trans>Somebody to talk to</Trans>}
      picture={<Avatar name={username} displayedName={name} src={picture} size="huge" />}
      title={name}
      facts={<p className="break-all">@{username}</p>}
      text={bio ?? ''}
    >
      <WaysIn />
    </Landing>
  );
}

/** A private chat for visitors without a session: with whom, and the ways in (HM-05). */
export function PublicPersonScreen() {
  const params = useParams({ from: '/shell/v1/chat/$username' });
  const username = params.username.trim().toLowerCase();
  const { data: profile, error, isFetching, refetch } = useQuery(publicProfile(username));
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <LandingPage>
      {profile && <Person profile={profile} />}
      {!profile && !error && <LandingSkeleton />}
      {!profile && isGone && (
        <LandingGone
          text={
            <Trans>
              The name may have changed, or only people inside may see it. There is good company elsewhere.
            </Trans>
          }
        />
      )}
      {!profile && error && !isGone && (
        <LandingError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </LandingPage>
  );
}
