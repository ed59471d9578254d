import { useQuery } from '@tanstack/react-query';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';
import { personProfile, ProfileCard } from '../../accounts/index.ts';

/** Who the other person is (PC-07). */
export function ProfileView({ username }: { username: string }) {
  const query = useQuery(personProfile(username));
  const { data } = query;
  return (
    <div className="mx-auto w-full max-w-190 px-4 py-5 sm:px-5">
      {data && <ProfileCard profile={data} hasHeading />}
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
