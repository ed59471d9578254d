import { DIRECTORY_PAGE, type DirectoryUser } from '@adda/contract/directory';
import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import { api, type CallOutput } from '../../platform/api.ts';
import { listCalls } from '../../platform/list-calls.ts';
import { showsPeople } from '../../platform/people-queries.ts';
import { filterNames, type Filters } from './filters.ts';

/** Query keys. */
export const directoryKeys = {
  all: ['directory'] as const,
  list: (filters: Filters) => ['directory', filters] as const,
};

type Page = CallOutput<'GET /users/list'>;

/** Users by the filters, 25 per page, paged by cursor (DI-13, DI-18). */
export const directory = (filters: Filters) =>
  infiniteQueryOptions({
    ...listCalls,
    queryKey: directoryKeys.list(filters),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const chosen = filterNames.flatMap((name) => (filters[name] === '' ? [] : [[name, filters[name]]]));
      const query = { limit: String(DIRECTORY_PAGE), ...Object.fromEntries(chosen) };
      return api('GET /users/list', {
        query: pageParam === '' ? query : { ...query, last_id: pageParam },
        signal,
      });
    },
    getNextPageParam: (last: Page) => last.next_last_id,
    meta: showsPeople,
  });

/** Returns every loaded user once; a user who was active between two requests may be on both pages. */
export function usersOf(data: InfiniteData<Page> | undefined): readonly DirectoryUser[] {
  const all = data?.pages.flatMap((page) => page.users) ?? [];
  return [...new Map(all.map((user) => [user.username, user])).values()];
}
