import { Plural, Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';
import { friendsQuery, Tag } from '../../accounts/index.ts';

type Friend = { username: string; verified: boolean };

function FriendRow({ friend }: { friend: Friend }) {
  return (
    <li className="flex items-center gap-3 py-2">
      <Avatar name={friend.username} size="small" />
      <span className="min-w-0 grow truncate font-medium">{friend.username}</span>
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

/** Friends who signed up with the own code (SV-14). */
export function FriendList() {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(friendsQuery);
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
          <FriendRow key={friend.username} friend={friend} />
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
