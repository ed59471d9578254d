import type { DirectoryUser } from '@adda/contract/directory';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ListFilter, RotateCw, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isUnauthorized, listProblem, refetchFromStart } from '../../platform/list-calls.ts';
import { useOpenChat, useSwitchChat } from '../../platform/use-switch-chat.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListSkeleton } from '../../ui/skeletons.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useVirtualRows } from '../../ui/use-virtual-rows.ts';
import { EmptyState, ErrorState } from '../../ui/view-states.tsx';
import { directory, directoryKeys, usersOf } from './directory.queries.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { filterStore, useFilters } from './filter-store.ts';
import { countOf } from './filters.ts';
import { UserCard } from './user-card.tsx';

/** Id of the button that opens the filters. */
const FILTER_BUTTON = 'filter-users';

/** 'Users' with the number of loaded users, and a plus while there are more (DI-02). */
export function UsersTitle() {
  const { data, hasNextPage } = useInfiniteQuery(directory(useFilters()));
  const count = usersOf(data).length;
  return (
    <>
      <Trans>Users</Trans>
      {data && (
        <>
          {' '}
          <span className="ps-1 text-base font-semibold text-mute tabular-nums">
            {hasNextPage ? `${count}+` : count}
          </span>
        </>
      )}
    </>
  );
}

/** Filter and Refresh. */
export function UsersActions() {
  const { t: text } = useLingui();
  const client = useQueryClient();
  const filters = useFilters();
  const { isFetching } = useInfiniteQuery(directory(filters));
  const [isFiltering, setFiltering] = useState(false);
  const count = countOf(filters);
  const refresh = () => refetchFromStart(client, directoryKeys.list(filters));
  return (
    <>
      <span className="relative">
        <IconButton
          id={FILTER_BUTTON}
          label={text`Filter Users`}
          icon={<ListFilter aria-hidden="true" className="size-5" />}
          onClick={() => setFiltering(true)}
        />
        <Badge
          count={count}
          label={text`${count} filters are active`}
          className="pointer-events-none absolute -end-0.5 -top-0.5"
        />
      </span>
      <IconButton
        label={text`Refresh`}
        aria-busy={isFetching || undefined}
        icon={<RotateCw aria-hidden="true" className={isFetching ? 'size-5 animate-spin' : 'size-5'} />}
        onClick={refresh}
      />
      {isFiltering && <FilterDialog onClose={() => setFiltering(false)} />}
    </>
  );
}

/** Clears the filters and focuses the filter button, because the pressed button disappears with the filters. */
function clear(): void {
  document.getElementById(FILTER_BUTTON)?.focus();
  filterStore.clear();
}

function Nobody({ hasFilters }: { hasFilters: boolean }) {
  return (
    <EmptyState
      icon={<Users className="size-7" />}
      title={<Trans>No users found</Trans>}
      text={
        hasFilters ? (
          <Trans>Nobody fits all of your filters.</Trans>
        ) : (
          <Trans>You're the first one here. Others will come.</Trans>
        )
      }
      action={
        hasFilters && (
          <Button tone="quiet" onClick={clear}>
            <Trans>Clear Filters</Trans>
          </Button>
        )
      }
    />
  );
}

/** Shows each failure once (DI-10), or that the session has expired (DI-20). */
function useProblemToast(error: Error | null): void {
  useEffect(() => {
    if (!error) return;
    toast.problem(
      isUnauthorized(error)
        ? t`Session expired. Please log in again.`
        : t`Failed to load users. Please try again.`,
    );
  }, [error]);
}

/** Height of a card before it is measured. */
const CARD_PX = 68;

type UsersListProps = {
  users: readonly DirectoryUser[];
  hasMore: boolean;
  onMore: () => void;
};

/** The virtualised list of cards (DI-05, DI-13). */
function UsersList({ users, hasMore, onMore }: UsersListProps) {
  'use no memo';
  const { t } = useLingui();
  const switchChat = useSwitchChat();
  const { username: openUser } = useOpenChat();
  const { list, rows, margin } = useVirtualRows({
    count: users.length,
    keyOf: (index) => users[index]?.username ?? String(index),
    hasMore,
    onMore,
    rowPx: CARD_PX,
  });
  return (
    <ul ref={list} aria-label={t`Users`} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((item) => {
        const user = users[item.index];
        return (
          <li
            key={item.key}
            ref={rows.measureElement}
            data-index={item.index}
            aria-setsize={hasMore ? -1 : users.length}
            aria-posinset={item.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start - margin}px)` }}
          >
            {user && (
              <UserCard
                user={user}
                isOpen={user.username === openUser}
                onOpen={(username) => switchChat({ username })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The directory of users, with filters (DI-01 to DI-24). */
export function UsersTab() {
  const filters = useFilters();
  const client = useQueryClient();
  const query = useInfiniteQuery(directory(filters));
  const { data, error, isFetching, hasNextPage, fetchNextPage, isFetchNextPageError } = query;
  useProblemToast(error);
  const people = usersOf(data);
  const reread = () => refetchFromStart(client, directoryKeys.list(filters));
  if (!data) {
    if (!error) return <ListSkeleton />;
    return (
      <ErrorState
        title={<Trans>Failed to load users</Trans>}
        text={listProblem(error)}
        onRetry={reread}
        isRetrying={isFetching}
      />
    );
  }
  if (people.length === 0) return <Nobody hasFilters={countOf(filters) > 0} />;
  return (
    <div className="grid grid-cols-1 p-1 pb-3">
      <UsersList
        users={people}
        hasMore={hasNextPage && !isFetching && !isFetchNextPageError}
        onMore={fetchNextPage}
      />
      {query.isFetchingNextPage && <ListSkeleton rows={2} />}
      {error && !query.isFetchingNextPage && (
        <ErrorState
          title={<Trans>Failed to load users</Trans>}
          text={listProblem(error)}
          onRetry={isFetchNextPageError ? () => void fetchNextPage() : reread}
          isRetrying={isFetching}
        />
      )}
    </div>
  );
}
