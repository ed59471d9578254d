import { ONLINE_TEXT_MS } from '@adda/contract/direct';
import { useQuery } from '@tanstack/react-query';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useNow } from '../../../ui/time-clock.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import { personProfile, ProfileCard } from '../../accounts/index.ts';
import { userStatus } from './private-chat.queries.ts';

/** Whether they are here by the rule of the chat's head, so that the two never differ; undefined until known. */
function useIsOnline(username: string): boolean | undefined {
  const { data } = useQuery(userStatus(username));
  const now = useNow();
  if (!data) return undefined;
  const { is_online: isOnline, last_active: lastActive } = data;
  return isOnline || (lastActive !== null && now - Date.parse(lastActive) < ONLINE_TEXT_MS);
}

/** Who the other person is (PC-07). */
export function ProfileView({ username }: { username: string }) {
  const query = useQuery(personProfile(username));
  const { data } = query;
  const isOnline = useIsOnline(username);
  return (
    <div className="mx-auto w-full max-w-190 px-4 py-5 sm:px-5">
      {data && <ProfileCard profile={data} hasHeading isOnline={isOnline} />}
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
