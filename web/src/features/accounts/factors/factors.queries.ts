import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

const factorsKey = ['me', 'factors'] as const;

/** What the caller can prove themselves by (ID-02). */
export const factorsQuery = queryOptions({
  queryKey: factorsKey,
  queryFn: ({ signal }) => api('GET /auth/factors', { signal }),
});

/** The caller's passkeys, newest first (ID-01). */
export const passkeysQuery = queryOptions({
  queryKey: [...factorsKey, 'passkeys'],
  queryFn: ({ signal }) => api('GET /auth/passkeys', { signal }),
});

/** Returns a function that loads both again, after a change. */
export function useRefreshFactors(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: factorsKey });
}
