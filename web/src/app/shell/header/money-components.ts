import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../../../features/accounts/index.ts';
import {
  hasWallet,
  historyPage,
  leaderboardPage,
  payeeQuery,
  payoutsPage,
} from '../../../features/wallet/index.ts';
import type { MoneyDialog } from '../../../platform/money-dialog.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

/** The coin dialogs; each loads when it opens. */
export const moneyComponents = {
  wallet: lazyComponent(() => import('../../../features/wallet/wallet-dialog.tsx')),
  recharge: lazyComponent(() => import('../../../features/wallet/recharge/recharge-dialog.tsx')),
  payout: lazyComponent(() => import('../../../features/wallet/payouts/payout-dialog.tsx')),
  leaderboard: lazyComponent(() => import('../../../features/wallet/leaderboard/leaderboard-dialog.tsx')),
  spin: lazyComponent(() => import('../../../features/rewards/spin/spin-dialog.tsx')),
  ads: lazyComponent(() => import('../../../features/rewards/ads/ads-dialog.tsx')),
};

/** Preloads the wallet's code. */
export function preloadWallet(): void {
  void moneyComponents.wallet.load().catch(() => undefined); // reported when the dialog opens
}

/**
 * Preloads the code of the dialogs that the wallet leads to, so that switching between dialogs shows no gap.
 */
export function preloadWalletDialogs(): void {
  for (const part of Object.values(moneyComponents)) void part.load().catch(() => undefined); // reported when the dialog opens
}

/** Prefetches a dialog's data in parallel with its code. Fetches nothing for guests (WA-05). */
export function prefetchMoney(client: QueryClient, account: string, dialog: MoneyDialog): void {
  if (dialog === 'leaderboard') void client.prefetchQuery(leaderboardPage(1));
  if (!hasWallet(account)) return;
  if (dialog === 'wallet') void client.prefetchQuery(historyPage(1));
  if (dialog !== 'payout') return;
  void client.prefetchQuery(payoutsPage(1));
  void client.prefetchQuery(payeeQuery());
  void client.prefetchQuery(meQuery);
}
