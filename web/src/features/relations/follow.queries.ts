import { mutationOptions, queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { relationKeys } from './relations.queries.ts';

/** Whether the caller follows `username`, as far as a response has said so; there is no separate request. */
export const followState = (username: string) =>
  queryOptions<boolean>({
    queryKey: relationKeys.follow(username),
    queryFn: skipToken,
    staleTime: Infinity,
    // The feed leaves out posts of unfollowed users, about whom no button is on screen any more (HM-14).
    gcTime: Infinity,
  });

/** When the caller last followed or unfollowed somebody, in ms; undefined if they have not since the app was opened. */
export const followsChangedAt = queryOptions<number>({
  queryKey: relationKeys.followsChanged,
  queryFn: skipToken,
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The user, and the requested follow state. */
export type FollowChange = { readonly username: string; readonly isFollowing: boolean };

const mutationKey = (username: string) => ['relations', 'follow', username];

/**
 * Caches the follow state that a response contains. Call it for every user in a response with `is_following`, so that all
 * buttons about that user show the same. Does not overwrite a change in progress.
 */
export function cacheFollow(client: QueryClient, { username, isFollowing }: FollowChange): void {
  if (client.isMutating({ mutationKey: mutationKey(username) }) > 0) return;
  client.setQueryData(relationKeys.follow(username), isFollowing);
}

/**
 * Follows or unfollows a user (FE-56, FE-57): an optimistic update with rollback. `onDone` is called after a change, also if
 * the view that asked for it is gone.
 */
export const setFollow = (client: QueryClient, username: string, onDone?: (isFollowing: boolean) => void) =>
  mutationOptions({
    mutationKey: mutationKey(username),
    mutationFn: (isFollowing: boolean) =>
      api(isFollowing ? 'POST /subscriptions/follow' : 'POST /subscriptions/unfollow', {
        query: { target_username: username },
      }),
    onMutate: (isFollowing) => {
      client.setQueryData(relationKeys.follow(username), isFollowing);
    },
    onSuccess: ({ following }, isFollowing) => {
      client.setQueryData(relationKeys.follow(username), following.includes(username) || isFollowing);
      onDone?.(isFollowing);
      client.setQueryData(relationKeys.followsChanged, Date.now());
    },
    onError: (_error, isFollowing) => {
      client.setQueryData(relationKeys.follow(username), !isFollowing);
    },
  });
