import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { keptOffline } from '../../platform/offline-fallback.ts';
import { showsPeople } from '../../platform/people-queries.ts';

/** Query key of a user's public profile. */
export const profileKey = (username: string) => ['accounts', 'profile', username] as const;

/** A user's profile as other users see it (GC-35, GC-70). */
export const personProfile = (username: string) =>
  queryOptions({
    queryKey: profileKey(username),
    queryFn: ({ signal }) =>
      api('GET /groupchat/users/:username/profile', { params: { username }, signal, landing: '/error' }),
    meta: { ...showsPeople, ...keptOffline },
  });
