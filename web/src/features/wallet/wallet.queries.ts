import { isGuestName } from '@adda/contract/accounts';
import {
  HISTORY_PAGE,
  LEADERBOARD_PAGE,
  PAYOUTS_PAGE,
  WALLET_REFRESH_MS,
  WALLET_RETRIES,
  WALLET_RETRY_MS,
  type Balance,
} from '@adda/contract/wallet';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { showsPeople } from '../../platform/people-queries.ts';

/** Query keys. */
export const walletKeys = {
  all: ['wallet'] as const,
  balance: ['wallet', 'balance'] as const,
  history: ['wallet', 'history'] as const,
  leaderboard: ['wallet', 'leaderboard'] as const,
  payouts: ['wallet', 'payouts'] as const,
  payee: ['wallet', 'payee'] as const,
};

const isBusy = (error: Error): boolean => error instanceof ApiError && error.status === 429;

/** Retry policy of the wallet's calls: three times, after 1, 2 and 4 s, if the server is busy (WA-18, CO-47). */
export const walletRetry = {
  retry: (failures: number, error: Error) => isBusy(error) && failures < WALLET_RETRIES,
  retryDelay: (failures: number) => WALLET_RETRY_MS * 2 ** failures,
};

/** Whether an account has a wallet: not without a session and not for guests (WA-05, X-43). */
export const hasWallet = (account: string): boolean => account !== '' && !isGuestName(account);

/** The balance, refetched every 30 s (WA-06); never requested for guests (WA-05). */
export const balanceQuery = (account: string) =>
  queryOptions({
    queryKey: walletKeys.balance,
    queryFn: ({ signal }) => api('GET /wallet/balance', { signal }),
    enabled: hasWallet(account),
    refetchInterval: WALLET_REFRESH_MS,
    ...walletRetry,
  });

/** The wallet's lists stay fresh for this long unless coins move, so that a prefetch serves the opening. */
const lists = { staleTime: WALLET_REFRESH_MS, ...walletRetry };

/** A page of the transaction history, newest first (WA-10). */
export const historyPage = (page: number, pageSize = HISTORY_PAGE) =>
  queryOptions({
    queryKey: [...walletKeys.history, pageSize, page],
    queryFn: ({ signal }) => api('GET /wallet/history', { query: { page, page_size: pageSize }, signal }),
    ...lists,
  });

/** A page of the leaderboard, richest first (LB-03). */
export const leaderboardPage = (page: number) =>
  queryOptions({
    queryKey: [...walletKeys.leaderboard, page],
    queryFn: ({ signal }) =>
      api('GET /wallet/leaderboard', { query: { page, page_size: LEADERBOARD_PAGE }, signal }),
    meta: showsPeople,
    ...lists,
  });

/** A page of the caller's payout requests, newest first (SV-92). */
export const payoutsPage = (page: number) =>
  queryOptions({
    queryKey: [...walletKeys.payouts, page],
    queryFn: ({ signal }) => api('GET /wallet/payouts', { query: { page, page_size: PAYOUTS_PAGE }, signal }),
    ...lists,
  });

/** The caller's payee, masked (SV-93). */
export const payeeQuery = () =>
  queryOptions({
    queryKey: walletKeys.payee,
    queryFn: ({ signal }) => api('GET /wallet/payee', { signal }),
    ...lists,
  });

/** Updates the cached balance from the server, and invalidates the queries that depend on it. */
export function cacheBalance(client: QueryClient, balance: Balance): void {
  client.setQueryData(walletKeys.balance, balance);
  for (const queryKey of [walletKeys.history, walletKeys.leaderboard, walletKeys.payouts])
    void client.invalidateQueries({ queryKey });
}

/** Refetches all visible wallet queries: coins may have moved. */
export const refetchWallet = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: walletKeys.all });
