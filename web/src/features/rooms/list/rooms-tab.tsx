import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { useKeptScroll, usePlaceText } from '../../../ui/place-memory.ts';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';
import { Cards, type RoomListProps } from './room-cards.tsx';
import { isFiltered, livelyRooms, topRooms, type RoomFilters } from '../rooms.queries.ts';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';

/** Error texts of the top rooms, in the words of RO-07 to RO-09. */
export function topRoomsProblem(error: Error): string {
  if (!(error instanceof ApiError)) return t`Failed to fetch top groups.`;
  if (error.status === 422) return Object.values(error.fields).join(' ') || error.message;
  if (error.status === 401) return t`Session expired. Please log in again.`;
  return t`Failed to fetch top groups.`;
}

const roomResults = lazyComponent(() => import('./room-results.tsx'));

export type ActiveRoomsProps = RoomListProps & {
  /** The user is in a room; then an empty list means that there is no other. */
  isInRoom: boolean;
  /** The first visit is on screen too. */
  hasLively?: boolean;
  /** Shown above the list, not above what a search found. */
  lead?: ReactNode;
};

/**
 * The most active rooms that the user is not in (RO-01 to RO-09, HM-03), with `hasLively` except those that the first visit
 * shows beside or above them (HM-04).
 */
function TopRooms({ isInRoom, hasLively = false, lead, openGroupId, onOpen }: ActiveRoomsProps) {
  const { t: text } = useLingui();
  const query = useQuery(topRooms());
  const lively = useQuery({ ...livelyRooms(), enabled: hasLively });
  if (query.data && !(hasLively && lively.isPending)) {
    const shown = new Set(hasLively ? lively.data?.groups.map((group) => group.group_id) : []);
    const others = query.data.filter((group) => !shown.has(group.group_id));
    if (query.data.length > 0 && others.length === 0) {
      // Below the first visit this goes without saying; beside it the panel would be empty.
      if (lead) return null;
      return (
        <p className="px-3 pt-3 text-sm text-mute">
          <Trans>No other busy rooms right now. Find more by name, category or language.</Trans>
        </p>
      );
    }
    if (others.length > 0) {
      return (
        <>
          <h2 className="px-3 pt-4 pb-1 text-sm font-semibold text-mute">
            <Trans>Busy right now</Trans>
          </h2>
          <Cards groups={others} label={text`Active Rooms`} openGroupId={openGroupId} onOpen={onOpen} />
        </>
      );
    }
    return (
      <LazyComponent component={roomResults}>
        {({ NoOtherRooms, NoRooms }) => (isInRoom ? <NoOtherRooms /> : <NoRooms />)}
      </LazyComponent>
    );
  }
  // Below the first visit nothing stands until its height is known.
  if (!query.isError) return lead && lively.isPending ? null : <ListSkeleton />;
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

/**
 * Rooms to discover (SH-08, SH-52), below a search field and filters; while any of them is set, the results, which include the
 * user's own rooms, replace the list.
 */
export function ActiveRooms(props: ActiveRoomsProps) {
  const { t: text } = useLingui();
  const { openGroupId, onOpen } = props;
  const [typed, setTyped] = usePlaceText('room words');
  const words = useDebouncedValue(typed);
  const filters: RoomFilters = { ...useSearch({ strict: false }), words };
  const isSearch = isFiltered(filters);
  const top = useRef<HTMLDivElement>(null);
  useKeptScroll(top, 'rooms');
  return (
    <div ref={top} className="grid grid-cols-1 gap-2 p-2">
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
          {({ RoomResults }) => <RoomResults filters={filters} openGroupId={openGroupId} onOpen={onOpen} />}
        </LazyComponent>
      ) : (
        <div>
          {props.lead}
          <TopRooms {...props} />
        </div>
      )}
    </div>
  );
}
