import type { DataExport } from '@adda/contract/privacy';
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, type CallOutput } from '../../platform/api.ts';

type Answer = CallOutput<'GET /users/me/export'>;

/** Polling interval while an export is being prepared, in ms. */
const POLL_MS = 2000;

/** Refetch interval of a ready export, in ms: its download link expires. */
const LINK_REFRESH_MS = 60_000;

function nextPollDelay(copy: DataExport | null | undefined): number | false {
  if (copy?.status === 'pending') return POLL_MS;
  return copy?.status === 'ready' && copy.url !== null && LINK_REFRESH_MS;
}

/** The newest data export and its progress; every response has a new download link. */
export const exportQuery = queryOptions({
  queryKey: ['me', 'export'],
  queryFn: ({ signal }): Promise<Answer> => api('GET /users/me/export', { signal }),
  refetchInterval: ({ state }) => nextPollDelay(state.data?.export),
});

/** Requests a data export (SV-104). */
export const requestExport = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => api('POST /users/me/export'),
    onSuccess: ({ export: copy }) => client.setQueryData<Answer>(exportQuery.queryKey, { export: copy }),
    // Another tab may have requested it already.
    onError: () => void client.invalidateQueries({ queryKey: exportQuery.queryKey }),
  });
