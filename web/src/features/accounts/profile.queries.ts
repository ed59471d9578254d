import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { showsPeople } from '../../platform/people-queries.ts';

/** Address in the query cache of what others see of somebody. */
export const profileKey = (username: string) => ['accounts', 'profile', username] as const;

/** Somebody as others see them (GC-35, GC-70). */
export const personProfile = (username: string) =>
  queryOptions({
    queryKey: profileKey(username),
    queryFn: ({ signal }) =>
      api('GET /groupchat/users/:username/profile', { params: { username }, signal, landing: '/error' }),
    meta: showsPeople,
  });
