import { isGuestName } from '@adda/contract/accounts';
import { queryOptions } from '@tanstack/react-query';
import { api, type CallOutput } from '../../platform/api.ts';
import { walletRetry } from '../wallet/index.ts';

/** Query keys. */
export const rewardKeys = { spins: ['rewards', 'spins'] as const, ads: ['rewards', 'ads'] as const };

const isRegistered = (account: string): boolean => account !== '' && !isGuestName(account);

type SpinCount = CallOutput<'GET /wallet/spin/count'>;

/** Returns the count of a response in either of its shapes. */
const countIn = (answer: SpinCount | number): SpinCount =>
  typeof answer === 'number' ? { spin_count: answer } : answer;

/** Today's number of spins (SP-09); guests' spins are not counted, so no request is made for them. */
export const spinCount = (account: string) =>
  queryOptions({
    queryKey: rewardKeys.spins,
    queryFn: async ({ signal }) => countIn(await api('GET /wallet/spin/count', { signal })),
    enabled: isRegistered(account),
    ...walletRetry,
  });

/**
 * The reward ads and the number of claimed rewards (SV-87); never requested for guests (AD-07). Not refetched
 * on window focus, since each click opens another window.
 */
export const rewardAds = (account: string) =>
  queryOptions({
    queryKey: rewardKeys.ads,
    queryFn: ({ signal }) => api('GET /wallet/ads', { query: {}, signal }),
    enabled: isRegistered(account),
    refetchOnWindowFocus: false,
    ...walletRetry,
  });
