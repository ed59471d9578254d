import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

/** How often the page asks how the reports stand; a change is seen within 60 s (MR-06). */
const REFRESH_MS = 30_000;

/** The reports that the caller made, newest first, page by page (MR-06). */
export const ownReportsQuery = infiniteQueryOptions({
  queryKey: ['me', 'reports'],
  initialPageParam: '',
  queryFn: ({ pageParam, signal }) =>
    api('GET /users/me/reports', { query: pageParam === '' ? {} : { cursor: pageParam }, signal }),
  getNextPageParam: (last) => last.next_cursor ?? undefined,
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});

/** Asks to look at a report again, then refetches the list. */
export async function askAgain(client: QueryClient, reportId: string, text: string): Promise<void> {
  await api('POST /users/me/reports/:report_id/ask-again', {
    params: { report_id: reportId },
    body: { text },
  });
  await client.invalidateQueries({ queryKey: ownReportsQuery.queryKey });
}
