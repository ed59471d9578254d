import type { DataExport } from '@adda/contract/privacy';
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, type CallOutput } from '../../platform/api.ts';

type Answer = CallOutput<'GET /users/me/export'>;

/** While a copy is being made it is asked so often how far it is. */
const EVERY_MS = 2000;

/** The link of a copy that is ready is good for a while only. */
const LINK_EVERY_MS = 60_000;

function nextQuestion(copy: DataExport | null | undefined): number | false {
  if (copy?.status === 'pending') return EVERY_MS;
  return copy?.status === 'ready' && copy.url !== null && LINK_EVERY_MS;
}

/** The newest copy of everything about this person, and how far it is; the link is fresh with every answer. */
export const exportQuery = queryOptions({
  queryKey: ['me', 'export'],
  queryFn: ({ signal }): Promise<Answer> => api('GET /users/me/export', { signal }),
  refetchInterval: ({ state }) => nextQuestion(state.data?.export),
});

/** Asks for a copy (SV-104). */
export const askForExport = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => api('POST /users/me/export'),
    onSuccess: ({ export: copy }) => client.setQueryData<Answer>(exportQuery.queryKey, { export: copy }),
    // Another tab may have asked for it already.
    onError: () => void client.invalidateQueries({ queryKey: exportQuery.queryKey }),
  });
