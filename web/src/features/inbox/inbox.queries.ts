import type { InboxFilter, InboxItem } from '@adda/contract/inbox';
import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { api, type CallOutput } from '../../platform/api.ts';
import { keepCachedPages, listCalls, rowsOf } from '../../platform/list-calls.ts';
import { keptOffline } from '../../platform/offline-fallback.ts';
import { showsPeople } from '../../platform/people-queries.ts';

/** Query key of all lists of the inbox. */
export const inboxKey = ['inbox'] as const;

/** A page of the inbox, and the pages that are cached. */
type Page = CallOutput<'GET /inbox'>;
export type InboxPages = InfiniteData<Page, string>;

/** The filters of the inbox, in the order in which they are shown (HM-01). */
export const inboxFilters = ['all', 'unread', 'rooms', 'people'] as const satisfies readonly InboxFilter[];

/** Identifies a row: the id of the room, or the name of the other user after an `@`, as conversations are named. */
export const rowKeyOf = (row: { group_id: string } | { username: string }): string =>
  'group_id' in row ? row.group_id : `@${row.username}`;

/** Whether a list with this filter has a row. */
export const isListed = (filter: InboxFilter, item: InboxItem): boolean => {
  if (filter === 'unread') return item.unread_count > 0;
  return filter === 'all' || item.kind === (filter === 'rooms' ? 'room' : 'private');
};

/** Every loaded row once. */
export const inboxItemsOf = (data: InfiniteData<Page> | undefined): readonly InboxItem[] =>
  rowsOf(data, rowKeyOf);

/** What a filter lists of the rows that are loaded without one; undefined if they are not loaded. */
function filteredFromAll(client: QueryClient, filter: InboxFilter): InboxPages | undefined {
  const all = client.getQueryData<InboxPages>([...inboxKey, 'all']);
  const items = inboxItemsOf(all).filter((item) => isListed(filter, item));
  return items.length === 0 ? undefined : { pages: [{ items, next_cursor: null }], pageParams: [''] };
}

/** The rooms and private chats of the user, the newest first, 30 a page (HM-01). */
export const inbox = (client: QueryClient, filter: InboxFilter) =>
  infiniteQueryOptions({
    ...listCalls,
    queryKey: [...inboxKey, filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api('GET /inbox', {
        query: pageParam === '' ? { filter } : { filter, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (last: Page) => last.next_cursor,
    // What is known of a filter is shown until its own list arrives.
    placeholderData: () => filteredFromAll(client, filter),
    structuralSharing: keepCachedPages,
    meta: { ...showsPeople, ...keptOffline },
  });
