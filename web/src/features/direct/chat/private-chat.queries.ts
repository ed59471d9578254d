import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { keptOffline } from '../../../platform/offline-fallback.ts';
import { showsPeople } from '../../../platform/people-queries.ts';

/** Query keys. */
export const privateChatKeys = {
  messages: (username: string) => ['direct', 'messages', username] as const,
  catchUp: (username: string) => ['direct', 'catch-up', username] as const,
  status: (username: string) => ['direct', 'status', username] as const,
  exists: (username: string) => ['direct', 'exists', username] as const,
};

/** Whether a user is online, and otherwise since when not (PC-44); the open chat's connection keeps it up to date. */
export const userStatus = (username: string) =>
  queryOptions({
    queryKey: privateChatKeys.status(username),
    queryFn: ({ signal }) =>
      api('GET /chat/users/:username/status', { params: { username }, signal, landing: '/error' }),
    meta: showsPeople,
  });

/** Whether there is a user with this name (PC-45). */
export const userExists = (username: string) =>
  queryOptions({
    queryKey: privateChatKeys.exists(username),
    queryFn: async ({ signal }): Promise<boolean> => {
      const answer = await api('GET /chat/users/:username/exists', {
        params: { username },
        signal,
        landing: '/error',
      });
      return answer.exists;
    },
    meta: keptOffline,
  });
