import { useQuery } from '@tanstack/react-query';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';
import { personProfile, ProfileCard, ProfileLink } from '../../accounts/index.ts';
import { usePresence } from './presence.ts';

/** Who the other person is (PC-07). */
export function ProfileView({ username }: { username: string }) {
  const query = useQuery(personProfile(username));
  const { data } = query;
  // By the rule of the chat's head, so that the two never differ.
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
