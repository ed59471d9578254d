import {
  infiniteQueryOptions,
  mutationOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { meQuery } from './accounts.queries.ts';

const sessionsKey = ['me', 'sessions'] as const;
const FRIENDS_PAGE_SIZE = 10;

/** Until when strangers can't find the caller, after a report of a threat (MR-05). */
export const hidingQuery = queryOptions({
  queryKey: ['me', 'hiding'],
  queryFn: ({ signal }) => api('GET /users/me/hiding', { signal }),
  staleTime: 60_000,
});

/** Shows the caller to everybody again. */
export const endHiding = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async () => {
      client.setQueryData(hidingQuery.queryKey, await api('DELETE /users/me/hiding'));
    },
  });

/** The logged-in devices, most recent first. */
export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => api('GET /auth/sessions', { signal }),
});

/** Logs out one device, or all other devices for null. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (sessionId: string | null) => {
      if (sessionId === null) return (await api('DELETE /auth/sessions')).revoked_count;
      await api('DELETE /auth/sessions/:session_id', { params: { session_id: sessionId } });
      return 1;
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}

/** Friends who signed up with the caller's referral code, paginated (SV-14). */
export const friendsQuery = infiniteQueryOptions({
  queryKey: ['me', 'referrals'],
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) =>
    api('GET /users/me/referrals', { query: { page: pageParam, page_size: FRIENDS_PAGE_SIZE }, signal }),
  getNextPageParam: (last, pages) =>
    last.referrals.length > 0 && pages.length * FRIENDS_PAGE_SIZE < last.total_count
      ? pages.length + 1
      : undefined,
});

/** Resends the verification mail (SV-08). */
export function useResendVerification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('POST /auth/verify-email/resend'),
    onSettled: () => client.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
}

/** Confirms an address with the token of a mail (SV-07): once, regardless of rerenders. */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: async ({ client }) => {
      const answer = await api('POST /auth/verify-email', { body: { token } });
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
      return answer;
    },
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
