import { BLOCK_CHECK_DELAY_MS } from '@adda/contract/feed/limits';
import type { BlockCheck } from '@adda/contract/relations';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { blockCheck, relationKeys } from './relations.queries.ts';

/**
 * Requests whether a user is blocked, half a second after their content appeared, unless it disappears before (RP-16). The
 * result is cached for the session (RP-17) and available through {@link useBlockedNames}. Undefined requests nothing.
 */
export function useBlockCheck(username: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (username === undefined) return undefined;
    const ask = () =>
      void client.prefetchQuery({ ...blockCheck(username), staleTime: Infinity, gcTime: Infinity });
    const timer = setTimeout(ask, BLOCK_CHECK_DELAY_MS);
    return () => clearTimeout(timer);
  }, [client, username]);
}

const isCheck = (key: readonly unknown[]): boolean =>
  relationKeys.checks.every((part, at) => key[at] === part);

/**
 * Returns the usernames known to be blocked in either direction, joined to one string, which stays equal until a name is
 * added or removed.
 */
function blockedNames(client: QueryClient): string {
  const checks = client.getQueriesData<BlockCheck>({ queryKey: relationKeys.checks });
  const blocked = checks.flatMap(([key, check]) => (check?.is_blocked ? [String(key.at(-1))] : []));
  return blocked.sort().join(' ');
}

/** Returns the usernames known to be blocked in either direction: their content is hidden (RP-18, RP-19, X-29). */
export function useBlockedNames(): ReadonlySet<string> {
  const client = useQueryClient();
  const listen = useCallback(
    (onChange: () => void) =>
      client.getQueryCache().subscribe(({ query, type }) => {
        if (type === 'updated' && isCheck(query.queryKey)) onChange();
      }),
    [client],
  );
  const names = useSyncExternalStore(listen, () => blockedNames(client));
  return useMemo(() => new Set(names.split(' ').filter(Boolean)), [names]);
}
