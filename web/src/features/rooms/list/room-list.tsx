import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';
import { Cards, type RoomListProps } from './room-cards.tsx';
import { isFiltered, livelyRooms, myRooms, topRooms, type RoomFilters } from '../rooms.queries.ts';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';

/** Error texts of the top rooms, in the words of RO-07 to RO-09. */
export function topRoomsProblem(error: Error): string {
  if (!(error instanceof ApiError)) return t`Failed to fetch top groups.`;
  if (error.status === 422) return Object.values(error.fields).join(' ') || error.message;
  if (error.status === 401) return t`Session expired. Please log in again.`;
  return t`Failed to fetch top groups.`;
}

const roomResults = lazyComponent(() => import('./room-results.tsx'));

/**
 * The most active rooms (RO-01 to RO-09) except those in the user's own list and, with `hasLively`, those that the first visit
 * shows beside or above it (HM-04).
 */
export function TopRooms({ hasLively = false, ...list }: RoomListProps & { hasLively?: boolean }) {
  const { t: text } = useLingui();
  const query = useQuery(topRooms());
  // Until the own rooms are loaded, it is unknown which ones are already listed.
  const { data: mine = [], isPending } = useQuery(myRooms());
  const lively = useQuery({ ...livelyRooms(), enabled: hasLively });
  if (query.data && !isPending && !(hasLively && lively.isPending)) {
    const { groups } = query.data;
    const shown = hasLively ? (lively.data?.groups ?? []) : [];
    const listed = new Set([...mine, ...shown].map((group) => group.group_id));
    const others = groups.filter((group) => !listed.has(group.group_id));
    if (groups.length > 0 && others.length === 0) return null;
    if (others.length > 0) {
      return (
        <>
          <ListHeading>
            <Trans>Busy right now</Trans>
          </ListHeading>
          <Cards groups={others} label={text`Active Rooms`} {...list} />
        </>
      );
    }
    return <LazyComponent component={roomResults}>{({ NoRooms }) => <NoRooms />}</LazyComponent>;
  }
  if (!query.isError) return <ListSkeleton />;
  const isUnreachable = query.error instanceof ApiError && query.error.isUnreachable;
  return (
    <ErrorState
      title={topRoomsProblem(query.error)}
      text={isUnreachable ? query.error.message : undefined}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}

/** The rooms of the user; renders nothing if there are none. */
export function MyRooms(list: RoomListProps) {
  const { t: text } = useLingui();
  const { data } = useQuery(myRooms());
  if (!data || data.length === 0) return null;
  return (
    <>
      <ListHeading>{text`Your rooms`}</ListHeading>
      <Cards groups={data} label={text`Your rooms`} {...list} />
    </>
  );
}

/** The heading of a section of the list. */
export function ListHeading({ children }: { children: ReactNode }) {
  return <h2 className="px-3 pt-4 pb-1 text-sm font-semibold text-mute">{children}</h2>;
}

/** A search field and filters above a list; while any of them is set, the results replace the list. */
export function SearchableRooms({ children, ...list }: { children: ReactNode } & RoomListProps) {
  const { t: text } = useLingui();
  const [typed, setTyped] = useState('');
  const words = useDebouncedValue(typed);
  const filters: RoomFilters = { ...useSearch({ strict: false }), words };
  const isSearch = isFiltered(filters);
  return (
    <div className="grid grid-cols-1 gap-2 p-2">
      <div role="search" className="mx-1 mt-1">
        <SearchField label={text`Search rooms`} value={typed} onChange={setTyped} />
      </div>
      {/* The height of the fields, so that the list does not move when they have loaded. */}
      <div className="min-h-20">
        <LazyComponent component={roomResults} failed={() => null}>
          {({ RoomFilterFields }) => <RoomFilterFields />}
        </LazyComponent>
      </div>
      {isSearch ? (
        <LazyComponent component={roomResults} fallback={<ListSkeleton rows={3} />}>
          {({ RoomResults }) => <RoomResults filters={filters} {...list} />}
        </LazyComponent>
      ) : (
        <div>{children}</div>
      )}
    </div>
  );
}
