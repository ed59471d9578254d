import { Trans, useLingui } from '@lingui/react/macro';
import { GROUP_LIST_LIMIT, ROOM_CATEGORIES } from '@adda/contract/rooms';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search, Sofa } from 'lucide-react';
import { SelectField } from '../../../ui/select-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { api } from '../../../platform/api.ts';
import { isFiltered, roomKeys, type RoomFilters } from '../rooms.queries.ts';
import { categoryName, languageName, ROOM_LANGUAGES } from '../settings/room-labels.ts';
import { CreateLink, useIsGuest } from './create-link.tsx';
import { Cards, type RoomListProps } from './room-cards.tsx';

/** Rooms that match the filters; without words the busiest first. The previous result stays until the next one arrives. */
const searchRooms = ({ words, category, language }: RoomFilters) =>
  queryOptions({
    queryKey: roomKeys.list(`search ${JSON.stringify([words, category, language])}`),
    queryFn: ({ signal }) => {
      const order = words === '' ? ({ sort_by: 'busy' } as const) : { search: words };
      const known = ROOM_CATEGORIES.find((each) => each === category);
      const query = { page: 1, limit: GROUP_LIST_LIMIT, ...order, category: known, language };
      return api('GET /groupchat/groups', { query, signal });
    },
    placeholderData: keepPreviousData,
    enabled: isFiltered({ words, category, language }),
  });

/** Category and language of the listed rooms, kept in the address (GR-08). */
export function RoomFilterFields() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { category = '', language = '' }: Partial<RoomFilters> = useSearch({ strict: false });
  const languages = [...new Set([...ROOM_LANGUAGES, ...(language === '' ? [] : [language])])];
  const change = (name: 'category' | 'language', value: string) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, [name]: value || undefined }),
      replace: true,
      ignoreBlocker: true,
    });
  return (
    <div className="mx-1 grid grid-cols-2 gap-2">
      <SelectField
        name="category"
        label={<Trans>Category</Trans>}
        value={category}
        options={[
          { value: '', label: t`Everything` },
          ...ROOM_CATEGORIES.map((value) => ({ value, label: categoryName(value) })),
        ]}
        onChange={({ target }) => change('category', target.value)}
      />
      <SelectField
        name="language"
        label={<Trans>Language</Trans>}
        value={language}
        options={[
          { value: '', label: t`Any language` },
          ...languages.map((value) => ({ value, label: languageName(value) })),
        ]}
        onChange={({ target }) => change('language', target.value)}
      />
    </div>
  );
}

/** The rooms that match the words and the filters. */
export function RoomResults({ filters, ...list }: { filters: RoomFilters } & RoomListProps) {
  const { t: text } = useLingui();
  const isGuest = useIsGuest();
  const query = useQuery(searchRooms(filters));
  if (query.data && query.data.groups.length > 0) {
    return <Cards groups={query.data.groups} label={text`Rooms found`} {...list} />;
  }
  if (query.data) {
    return (
      <EmptyState
        icon={<Search className="size-7" />}
        title={<Trans>No room like that</Trans>}
        text={
          isGuest ? (
            <Trans>Try another word, or take the filters off.</Trans>
          ) : (
            <Trans>Try another word, or open it yourself.</Trans>
          )
        }
        action={!isGuest && <CreateLink />}
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

/** Shown while there is no room at all (RO-03). */
export function NoRooms() {
  return (
    <EmptyState
      icon={<Sofa className="size-7" />}
      title={<Trans>No rooms yet</Trans>}
      text={<Trans>Be the first to create a room and start conversations</Trans>}
      action={<CreateLink />}
    />
  );
}

/** Shown if the user is in every room there is (HM-03). */
export function NoOtherRooms() {
  const isGuest = useIsGuest();
  return (
    <EmptyState
      icon={<Sofa className="size-7" />}
      title={<Trans>You are in every room</Trans>}
      text={
        isGuest ? (
          <Trans>They are all among your chats.</Trans>
        ) : (
          <Trans>They are all among your chats. What is still missing, you can open yourself.</Trans>
        )
      }
      action={!isGuest && <CreateLink />}
    />
  );
}
