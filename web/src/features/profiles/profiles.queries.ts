import { PROFILE_REFRESH_MS } from '@adda/contract/profiles';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { showsPeople } from '../../platform/people-queries.ts';

/** Query keys. */
export const profileKeys = {
  all: ['profiles'] as const,
  /** Every user's profile, without the lists of followers. */
  every: ['profiles', 'one'] as const,
  one: (username: string) => ['profiles', 'one', username] as const,
};

/** A user's profile as the viewer receives it; refreshed every five minutes while it is shown (PR-26). */
export const profileOf = (username: string) =>
  queryOptions({
    queryKey: profileKeys.one(username),
    queryFn: ({ signal }) => api('GET /feed/profile/:sender', { params: { sender: username }, signal }),
    refetchInterval: PROFILE_REFRESH_MS,
    meta: showsPeople,
  });
