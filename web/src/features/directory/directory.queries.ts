import { DIRECTORY_PAGE, type DirectoryUser } from '@adda/contract/directory';
import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import { api, type CallOutput } from '../../platform/api.ts';
import { listCalls } from '../../platform/list-calls.ts';
import { showsPeople } from '../../platform/people-queries.ts';
import { filterNames, type Filters } from './filters.ts';

/** Addresses in the query cache. */
export const directoryKeys = {
  all: ['directory'] as const,
  list: (filters: Filters) => ['directory', filters] as const,
};

type Page = CallOutput<'GET /users/list'>;

/** People by the filters, 25 at a time; the cursor of one page leads to the next (DI-13, DI-18). */
export const directory = (filters: Filters) =>
  infiniteQueryOptions({
    ...listCalls,
    queryKey: directoryKeys.list(filters),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const wishes = filterNames.flatMap((name) => (filters[name] === '' ? [] : [[name, filters[name]]]));
      const query = { limit: String(DIRECTORY_PAGE), ...Object.fromEntries(wishes) };
      return api('GET /users/list', {
        query: pageParam === '' ? query : { ...query, last_id: pageParam },
        signal,
      });
    },
    getNextPageParam: (last: Page) => last.next_last_id,
    meta: showsPeople,
  });

/** Everybody loaded once; who was active while pages loaded may be in two. */
export function peopleOf(data: InfiniteData<Page> | undefined): readonly DirectoryUser[] {
  const all = data?.pages.flatMap((page) => page.users) ?? [];
  return [...new Map(all.map((user) => [user.username, user])).values()];
}
