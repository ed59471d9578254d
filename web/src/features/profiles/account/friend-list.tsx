import { Plural, Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clientConfig } from '../../../platform/client-config.ts';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { Time } from '../../../ui/time.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';
import { friendsQuery, PersonAvatar, Tag } from '../../accounts/index.ts';

type Friend = { username: string; verified: boolean; rewarded_at: string | null };

/** The reward for a friend in coins, and its date (X-16, SV-14, CO-18). */
function Reward({ since, coins }: { since: string; coins: number }) {
  return (
    <span className="flex shrink-0 flex-wrap justify-end gap-x-2 text-sm tabular-nums">
      {coins > 0 && (
        <span className="font-semibold">
          <Plural value={coins} one="+# coin" other="+# coins" />
        </span>
      )}
      <Time value={since} as="day" className="text-mute" />
    </span>
  );
}

function FriendRow({ friend, coins }: { friend: Friend; coins: number }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <PersonAvatar username={friend.username} size="small" />
      <span className="min-w-0 grow basis-24 truncate font-medium">{friend.username}</span>
      {friend.rewarded_at !== null && <Reward since={friend.rewarded_at} coins={coins} />}
      {friend.verified ? (
        <Tag>
          <Trans>Confirmed</Trans>
        </Tag>
      ) : (
        <Tag tone="calm">
          <Trans>Not confirmed yet</Trans>
        </Tag>
      )}
    </li>
  );
}

/** Friends who signed up with the user's referral code (SV-14). */
export function FriendList() {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(friendsQuery);
  const { data: config } = useQuery(clientConfig());
  if (!data) {
    if (!error) return <ListSkeleton rows={2} />;
    return <ErrorState text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  const friends = data.pages.flatMap((page) => page.referrals);
  const total = data.pages.at(-1)?.total_count ?? friends.length;
  if (friends.length === 0)
    return (
      <p className="text-mute">
        <Trans>Nobody has come with your link yet. The first one will show up here.</Trans>
      </p>
    );
  return (
    <div className="grid justify-items-start gap-2">
      <h3 className="text-base">
        <Plural value={total} one="# friend came with your link" other="# friends came with your link" />
      </h3>
      <ul className="w-full divide-y divide-line">
        {friends.map((friend) => (
          <FriendRow key={friend.username} friend={friend} coins={config?.referral_reward_coins ?? 0} />
        ))}
      </ul>
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error.message}
        </p>
      )}
      {hasNextPage && (
        <Button tone="quiet" size="small" isBusy={isFetching} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  );
}
