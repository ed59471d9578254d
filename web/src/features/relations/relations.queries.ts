import type { BlockCheck } from '@adda/contract/relations';
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { keptOffline } from '../../platform/offline-fallback.ts';
import { invalidatePeople, showsPeople } from '../../platform/people-queries.ts';

/** Query keys. */
export const relationKeys = {
  check: (username: string) => ['relations', 'check', username] as const,
  checks: ['relations', 'check'] as const,
  blocked: ['relations', 'blocked'] as const,
  follow: (username: string) => ['relations', 'follow', username] as const,
  followsChanged: ['relations', 'follows-changed'] as const,
};

/**
 * Whether there is a block between the caller and `username`, in either direction, and whether the caller made it (RP-12,
 *
 */
export const blockCheck = (username: string) =>
  queryOptions({
    queryKey: relationKeys.check(username),
    queryFn: ({ signal }) => api('GET /users/blocks/check/:username', { params: { username }, signal }),
    meta: { ...showsPeople, ...keptOffline },
  });

/** Usernames of the users that the caller has blocked, the newest first (RP-13, RP-14). */
export const blockedUsers = queryOptions({
  queryKey: relationKeys.blocked,
  queryFn: ({ signal }) => api('GET /users/blocks/list', { signal }),
  meta: showsPeople,
});

type BlockedList = { blocked_users: string[] };

/** Updates the cached block state before it is reloaded (RP-18). */
function cacheBlock(client: QueryClient, username: string, isBlocked: boolean): void {
  // Cached for the whole session, so that content of a blocked user does not reappear (RP-17).
  client.setQueryDefaults(relationKeys.checks, { gcTime: Infinity });
  // A block ends following in both directions (RP-20).
  if (isBlocked) client.setQueryData(relationKeys.follow(username), false);
  client.setQueryData<BlockCheck>(relationKeys.check(username), {
    is_blocked: isBlocked,
    blocked_by_me: isBlocked,
  });
  client.setQueryData<BlockedList>(relationKeys.blocked, (list) => {
    if (!list) return undefined;
    const others = list.blocked_users.filter((name) => name !== username);
    return { blocked_users: isBlocked ? [username, ...others] : others };
  });
}

/** Updates the caches after a block that was part of another request, as {@link setBlock} does. */
export function noteBlock(client: QueryClient, username: string): void {
  cacheBlock(client, username, true);
  void invalidatePeople(client);
}

/** The user, and the requested block state. */
export type BlockChange = { readonly username: string; readonly isBlocked: boolean };

/** Blocks or unblocks a user (RP-10, RP-11), then reloads everything that shows users. */
export const setBlock = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ username, isBlocked }: BlockChange) =>
      api(isBlocked ? 'POST /users/block' : 'POST /users/unblock', { body: { blocked_username: username } }),
    onSuccess: (_response, { username, isBlocked }) => cacheBlock(client, username, isBlocked),
    // Also after a failure: 'User is already blocked' means that another device was faster.
    onSettled: () => void invalidatePeople(client),
  });
