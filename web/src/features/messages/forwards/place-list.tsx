import { displayedName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { GuestTag } from '../../accounts/index.ts';
import { foundPlaces, ownPlaces, placeKey, type OfferedPlace } from './forward-places.queries.ts';

const isRoom = ({ place }: OfferedPlace): boolean => 'group_id' in place;

/** The name of a place on screen. */
export const shownName = (offered: OfferedPlace): string =>
  isRoom(offered) ? offered.name : displayedName(offered.name);

/** Picture and name of a place. */
export function PlaceLabel({ offered }: { offered: OfferedPlace }) {
  const name = shownName(offered);
  return (
    <>
      <Avatar
        name={offered.name}
        displayedName={name}
        src={offered.picture}
        shape={isRoom(offered) ? 'room' : undefined}
      />
      <span className="flex min-w-0 grow items-center gap-2">
        <span className="truncate font-semibold">{name}</span>
        {!isRoom(offered) && <GuestTag username={offered.name} />}
      </span>
    </>
  );
}

export type PlaceListProps = {
  /** What is searched for; the user's own places if it is empty. */
  typed: string;
  /** The content of the row of a place. */
  children: (offered: OfferedPlace) => ReactNode;
};

/** The user's own rooms and chats, the most recent first, or the places that a text finds. */
export function PlaceList({ typed, children }: PlaceListProps) {
  const { t } = useLingui();
  const text = useDebouncedValue(typed.trim());
  const own = useQuery(ownPlaces());
  const found = useQuery(foundPlaces(text));
  const query = typed.trim() === '' ? own : found;
  const { data, isError, error, refetch, isFetching } = query;
  if (isError && !data) {
    return <ErrorState text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (!data) return <ListSkeleton rows={4} />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<Search className="size-7" />}
        title={typed.trim() === '' ? <Trans>No chats yet</Trans> : <Trans>Nothing found</Trans>}
        text={<Trans>Search for a person or for one of your rooms.</Trans>}
      />
    );
  }
  return (
    <ul aria-label={t`Rooms and people`} className="grid grid-cols-1">
      {data.map((offered) => (
        <li key={placeKey(offered.place)}>{children(offered)}</li>
      ))}
    </ul>
  );
}
