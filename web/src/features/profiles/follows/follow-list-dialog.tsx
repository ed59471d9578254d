import type { Profile } from '@adda/contract/profiles';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { EyeOff, UsersRound } from 'lucide-react';
import { useRef } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { listProblem } from '../../../platform/list-calls.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { NearEnd } from '../../../ui/near-end.tsx';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { FollowRow } from './follow-row.tsx';
import { followList, type FollowList as ListName } from './follow-list.queries.ts';

type ListProps = { profile: Profile; list: ListName };

const titleOf = (list: ListName): string => (list === 'followers' ? t`Followers` : t`Following`);

function Nobody({ profile: { is_self: isOwn, display_name: name }, list }: ListProps) {
  const own = list === 'followers' ? t`Nobody follows you yet.` : t`You follow nobody yet.`;
  const other = list === 'followers' ? t`Nobody follows ${name} yet.` : t`${name} follows nobody yet.`;
  return <EmptyState icon={<UsersRound className="size-7" />} title={isOwn ? own : other} />;
}

/** The list became hidden, or the account is gone, since the profile was loaded. */
function Hidden() {
  return (
    <EmptyState
      icon={<EyeOff className="size-7" />}
      title={<Trans>This list isn't shown</Trans>}
      text={<Trans>Its owner keeps it to themselves.</Trans>}
    />
  );
}

function List({ profile, list }: ListProps) {
  const account = useSession()?.username;
  const query = useInfiniteQuery(followList(useQueryClient(), profile.username, list));
  const { data, error, isFetching, isFetchingNextPage, isPaused, hasNextPage, fetchNextPage, refetch } =
    query;
  const rows = useRef<HTMLUListElement>(null);
  // The button goes with the last page.
  const focusKept = useKeepFocus(() => rows.current);
  const more = () => {
    if (!isFetching) void (hasNextPage ? fetchNextPage() : refetch());
  };
  if (error instanceof ApiError && error.status === 404) return <Hidden />;
  if (!data) {
    if (!error && !isPaused) return <ListSkeleton />;
    return (
      <ErrorState
        title={<Trans>This list didn't load</Trans>}
        text={error ? listProblem(error) : <Trans>You're offline.</Trans>}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  // Somebody who followed again meanwhile would be in two pages.
  const people = new Map(data.pages.flatMap((page) => page.people).map((row) => [row.username, row]));
  if (people.size === 0) return <Nobody profile={profile} list={list} />;
  return (
    <div {...focusKept} className="-mx-2">
      <ul ref={rows} tabIndex={-1} aria-label={titleOf(list)} className="grid grid-cols-1 outline-none">
        {[...people.values()].map((row) => (
          <FollowRow key={row.username} row={row} isSelf={row.username === account} />
        ))}
      </ul>
      {error && (
        <p role="alert" className="px-2 pt-3 text-center text-sm text-danger">
          {listProblem(error)}
        </p>
      )}
      {(hasNextPage || error) && (
        <NearEnd hasMore={hasNextPage && !error} onNear={more} className="grid justify-items-center pt-3">
          <Button tone="quiet" size="small" isBusy={isFetchingNextPage} onClick={more}>
            {error ? <Trans>Try Again</Trans> : <Trans>Show more</Trans>}
          </Button>
        </NearEnd>
      )}
    </div>
  );
}

/** The followers of a user, or whom they follow, over the profile (HM-15). */
export function FollowListDialog({ profile, list, onClose }: ListProps & { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={titleOf(list)}>
      <List profile={profile} list={list} />
    </Dialog>
  );
}
