import type { ActivityItem, ActivityKind } from '@adda/contract/activity';
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { api, type CallOutput } from '../../platform/api.ts';
import { keepCachedPages, listCalls, rowsOf } from '../../platform/list-calls.ts';
import { showsPeople } from '../../platform/people-queries.ts';

/** Query key of all lists of what happened to the user. */
export const activityKey = ['activity'] as const;

/** A page of what happened, and the pages that are cached. */
type Page = CallOutput<'GET /activity'>;
export type ActivityPages = InfiniteData<Page, string>;

/** The filters, in the order in which they are shown (NT-02). */
export const activityFilters = ['all', 'unread', 'replies', 'posts', 'money'] as const;
export type ActivityFilter = (typeof activityFilters)[number];

const kindsOf: Readonly<Record<Exclude<ActivityFilter, 'all' | 'unread'>, readonly ActivityKind[]>> = {
  replies: ['mention', 'reply', 'comment_reply'],
  posts: ['like', 'comment'],
  money: ['gift', 'subscription', 'payout'],
};

/** Whether a list with this filter has an item. */
export function isListed(filter: ActivityFilter, item: ActivityItem): boolean {
  if (filter === 'all') return true;
  return filter === 'unread' ? !item.is_read : kindsOf[filter].includes(item.kind);
}

export const idOf = (item: ActivityItem): string => item.activity_id;

/** Every loaded item once. */
export const activityItemsOf = (data: InfiniteData<Page> | undefined): readonly ActivityItem[] =>
  rowsOf(data, idOf);

/** `filter` of the request; all of it without one. */
function filterText(filter: ActivityFilter): { filter?: string } {
  if (filter === 'all') return {};
  return { filter: filter === 'unread' ? filter : kindsOf[filter].join(',') };
}

/** What a filter lists of the items that are loaded without one; undefined if there are none. */
function filteredFromAll(client: QueryClient, filter: ActivityFilter): ActivityPages | undefined {
  const all = client.getQueryData<ActivityPages>([...activityKey, 'all']);
  const items = activityItemsOf(all).filter((item) => isListed(filter, item));
  if (items.length === 0) return undefined;
  return { pages: [{ items, unread_count: unreadOf(all), next_cursor: null }], pageParams: [''] };
}

/** Returns how many items are unread, of the pages that are loaded. */
export const unreadOf = (data: InfiniteData<Page> | undefined): number => data?.pages[0]?.unread_count ?? 0;

/** Opening the list reads everything: what was unread is loaded once, kept while the list is open, and gone with it. */
const heldWhileOpen = { staleTime: 'static', gcTime: 0 } as const;

/** What happened to the user, the newest first (NT-01). */
export const activityList = (client: QueryClient, filter: ActivityFilter) =>
  infiniteQueryOptions({
    ...listCalls,
    ...(filter === 'unread' && heldWhileOpen),
    queryKey: [...activityKey, filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api('GET /activity', {
        query: { ...filterText(filter), ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (last: Page) => last.next_cursor,
    // What is known of a filter is shown until its own list arrives.
    placeholderData: () => filteredFromAll(client, filter),
    structuralSharing: keepCachedPages,
    meta: showsPeople,
  });

/** Returns the number at the bell: the unread items; 0 until it is known (NT-02). */
export function useUnreadActivity(): number {
  return unreadOf(useInfiniteQuery(activityList(useQueryClient(), 'all')).data);
}
