import type { BlockCheck } from '@adda/contract/relations';
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { rereadPeople, showsPeople } from '../../platform/people-queries.ts';

/** Addresses in the query cache. */
export const relationKeys = {
  check: (username: string) => ['relations', 'check', username] as const,
  checks: ['relations', 'check'] as const,
  blocked: ['relations', 'blocked'] as const,
  follow: (username: string) => ['relations', 'follow', username] as const,
};

/** Whether this person and `username` are blocked, in either direction and by whom (RP-12, X-28). */
export const blockCheck = (username: string) =>
  queryOptions({
    queryKey: relationKeys.check(username),
    queryFn: ({ signal }) => api('GET /users/blocks/check/:username', { params: { username }, signal }),
    meta: showsPeople,
  });

/** The names of those whom this person has blocked, the newest first (RP-13, RP-14). */
export const blockedUsers = queryOptions({
  queryKey: relationKeys.blocked,
  queryFn: ({ signal }) => api('GET /users/blocks/list', { signal }),
  meta: showsPeople,
});

type BlockedList = { blocked_users: string[] };

/** Puts the new state where it is shown, before it is read again (RP-18). */
function holdBlock(client: QueryClient, username: string, isBlocked: boolean): void {
  // Known for as long as the session lasts, so that nothing of somebody comes back by itself (RP-17).
  client.setQueryDefaults(relationKeys.checks, { gcTime: Infinity });
  // A block ends following, both ways (RP-20).
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

/** Somebody was blocked together with something else: as after {@link setBlock}. */
export function noteBlock(client: QueryClient, username: string): void {
  holdBlock(client, username, true);
  void rereadPeople(client);
}

/** What blocking is told: whom, and whether they are to be blocked. */
export type BlockWish = { readonly username: string; readonly isBlocked: boolean };

/** Blocks somebody or takes it back (RP-10, RP-11); everything that shows people is read again. */
export const setBlock = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ username, isBlocked }: BlockWish) =>
      api(isBlocked ? 'POST /users/block' : 'POST /users/unblock', { body: { blocked_username: username } }),
    onSuccess: (_answer, { username, isBlocked }) => holdBlock(client, username, isBlocked),
    // Also after a failure: 'User is already blocked' means that another device was faster.
    onSettled: () => void rereadPeople(client),
  });
