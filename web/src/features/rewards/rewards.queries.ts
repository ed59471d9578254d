import { isGuestName } from '@adda/contract/accounts';
import { queryOptions } from '@tanstack/react-query';
import { api, type CallOutput } from '../../platform/api.ts';
import { walletRetry } from '../wallet/index.ts';

/** Addresses in the query cache. */
export const rewardKeys = { spins: ['rewards', 'spins'] as const, ads: ['rewards', 'ads'] as const };

const isRegistered = (account: string): boolean => account !== '' && !isGuestName(account);

type SpinCount = CallOutput<'GET /wallet/spin/count'>;

/** The count of an answer in either of its shapes. */
const countIn = (answer: SpinCount | number): SpinCount =>
  typeof answer === 'number' ? { spin_count: answer } : answer;

/** How often somebody has spun today (SP-09); guests have no spins that count, so nothing is asked for them. */
export const spinCount = (account: string) =>
  queryOptions({
    queryKey: rewardKeys.spins,
    queryFn: async ({ signal }) => countIn(await api('GET /wallet/spin/count', { signal })),
    enabled: isRegistered(account),
    ...walletRetry,
  });

/**
 * The ads that pay, with how many rewards were claimed (SV-87); never asked for guests (AD-07). Not asked again for every
 * look at the window: each click leads to another one.
 */
export const rewardAds = (account: string) =>
  queryOptions({
    queryKey: rewardKeys.ads,
    queryFn: ({ signal }) => api('GET /wallet/ads', { query: {}, signal }),
    enabled: isRegistered(account),
    refetchOnWindowFocus: false,
    ...walletRetry,
  });
