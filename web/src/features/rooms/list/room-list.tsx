import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { useQuery } from '@tanstack/react-query';
import { Search, Sofa } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { CreateLink } from './create-link.tsx';
import { RoomCard } from './room-card.tsx';
import { searchRooms, myRooms, topRooms } from '../rooms.queries.ts';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';

/** The open room, and the callback that opens another one. */
export type RoomListProps = { openGroupId?: string | undefined; onOpen: (groupId: string) => void };

/** Error texts of the top rooms, in the words of RO-07 to RO-09. */
export function topRoomsProblem(error: Error): string {
  if (!(error instanceof ApiError)) return t`Failed to fetch top groups.`;
  if (error.status === 422) return Object.values(error.fields).join(' ') || error.message;
  if (error.status === 401) return t`Session expired. Please log in again.`;
  return t`Failed to fetch top groups.`;
}

function Cards({ groups, label, ...list }: { groups: readonly Group[]; label: string } & RoomListProps) {
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-1">
      {groups.map((group) => (
        <RoomCard
          key={group.group_id}
          group={group}
          isOpen={group.group_id === list.openGroupId}
          onOpen={list.onOpen}
        />
      ))}
    </ul>
  );
}

/** The most active rooms except those in the user's own list (RO-01 to RO-09). */
export function TopRooms(list: RoomListProps) {
  const { t: text } = useLingui();
  const query = useQuery(topRooms());
  // Until the own rooms are loaded, it is unknown which ones are already listed.
  const { data: mine = [], isPending } = useQuery(myRooms());
  if (query.data && !isPending) {
    const { groups } = query.data;
    const listed = new Set(mine.map((group) => group.group_id));
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
    return (
      <EmptyState
        icon={<Sofa className="size-7" />}
        title={<Trans>No rooms yet</Trans>}
        text={<Trans>Be the first to create a room and start conversations</Trans>}
        action={<CreateLink />}
      />
    );
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

function SearchResults({ words, ...list }: { words: string } & RoomListProps) {
  const { t: text } = useLingui();
  const query = useQuery(searchRooms(words));
  if (query.data && query.data.groups.length > 0) {
    return <Cards groups={query.data.groups} label={text`Rooms found`} {...list} />;
  }
  if (query.data) {
    return (
      <EmptyState
        icon={<Search className="size-7" />}
        title={<Trans>No room like that</Trans>}
        text={<Trans>Try another word, or open it yourself.</Trans>}
        action={<CreateLink />}
      />
    );
  }
  if (!query.isError) return <ListSkeleton rows={3} />;
  return (
    <ErrorState
      text={query.error.message}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}

/** A search field above a list; while it has text, the results replace the list. */
export function SearchableRooms({ children, ...list }: { children: ReactNode } & RoomListProps) {
  const { t: text } = useLingui();
  const [typed, setTyped] = useState('');
  const shown = useDebouncedValue(typed);
  return (
    <div className="grid grid-cols-1 gap-2 p-2">
      <div role="search" className="mx-1 mt-1">
        <SearchField label={text`Search rooms`} value={typed} onChange={setTyped} />
      </div>
      {shown === '' ? <div>{children}</div> : <SearchResults words={shown} {...list} />}
    </div>
  );
}
