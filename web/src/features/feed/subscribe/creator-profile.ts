import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { showsPeople } from '../../../platform/people-queries.ts';

/** Query of a creator's profile, for the plans (FE-44, FE-48). */
export const creatorProfile = (username: string) =>
  queryOptions({
    queryKey: ['feed', 'creator', username],
    queryFn: ({ signal }) => api('GET /feed/profile/:sender', { params: { sender: username }, signal }),
    meta: showsPeople,
  });
