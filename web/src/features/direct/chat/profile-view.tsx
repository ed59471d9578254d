import { useQuery } from '@tanstack/react-query';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';
import { personProfile, ProfileCard, ProfileLink } from '../../accounts/index.ts';
import { usePresence } from './presence.ts';

/** The other user's profile (PC-07). */
export function ProfileView({ username }: { username: string }) {
  const query = useQuery(personProfile(username));
  const { data } = query;
  // Uses the same rule as the header, so that the two never differ.
  const isOnline = usePresence(username)?.is_online;
  return (
    <div className="mx-auto w-full max-w-190 px-4 py-5 sm:px-5">
      {data && (
        <div className="grid gap-4">
          <ProfileCard profile={data} hasHeading isOnline={isOnline} />
          <ProfileLink username={username} />
        </div>
      )}
      {!data && query.error && (
        <ErrorState
          text={query.error.message}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {!data && !query.error && <ListSkeleton rows={2} />}
    </div>
  );
}
