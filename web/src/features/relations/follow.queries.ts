import { mutationOptions, queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { relationKeys } from './relations.queries.ts';

/** Whether this person follows `username`, as far as somebody has said so; it is never asked for by itself. */
export const followState = (username: string) =>
  queryOptions<boolean>({ queryKey: relationKeys.follow(username), queryFn: skipToken, staleTime: Infinity });

/** What following is told: whom, and whether they are to be followed. */
export type FollowWish = { readonly username: string; readonly isFollowing: boolean };

const mutationKey = (username: string) => ['relations', 'follow', username];

/**
 * Holds what the server has said about following somebody: call it for everybody in an answer that carries
 * `is_following`, so that every button about them says the same. A change that is under way is not overruled.
 */
export function holdFollow(client: QueryClient, { username, isFollowing }: FollowWish): void {
  if (client.isMutating({ mutationKey: mutationKey(username) }) > 0) return;
  client.setQueryData(relationKeys.follow(username), isFollowing);
}

/** Follows somebody or follows them no more (FE-56, FE-57): shown at once, taken back where it fails. */
export const setFollow = (client: QueryClient, username: string) =>
  mutationOptions({
    mutationKey: mutationKey(username),
    mutationFn: (isFollowing: boolean) =>
      api(isFollowing ? 'POST /subscriptions/follow' : 'POST /subscriptions/unfollow', {
        query: { target_username: username },
      }),
    onMutate: (isFollowing) => {
      client.setQueryData(relationKeys.follow(username), isFollowing);
    },
    onSuccess: ({ following }, isFollowing) =>
      client.setQueryData(relationKeys.follow(username), following.includes(username) || isFollowing),
    onError: (_error, isFollowing) => {
      client.setQueryData(relationKeys.follow(username), !isFollowing);
    },
  });
