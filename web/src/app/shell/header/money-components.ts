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
import { withMoneyTexts } from '../../../platform/texts.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

/** The dialogs about coins; each comes when it is opened. */
export const moneyComponents = {
  wallet: lazyComponent(() => withMoneyTexts(() => import('../../../features/wallet/wallet-dialog.tsx'))),
  recharge: lazyComponent(() =>
    withMoneyTexts(() => import('../../../features/wallet/recharge/recharge-dialog.tsx')),
  ),
  payout: lazyComponent(() =>
    withMoneyTexts(() => import('../../../features/wallet/payouts/payout-dialog.tsx')),
  ),
  leaderboard: lazyComponent(() =>
    withMoneyTexts(() => import('../../../features/wallet/leaderboard/leaderboard-dialog.tsx')),
  ),
  spin: lazyComponent(() => withMoneyTexts(() => import('../../../features/rewards/spin/spin-dialog.tsx'))),
  ads: lazyComponent(() => withMoneyTexts(() => import('../../../features/rewards/ads/ads-dialog.tsx'))),
};

/** Fetches the code of the wallet before it is opened. */
export function fetchWalletCode(): void {
  void moneyComponents.wallet.load().catch(() => undefined); // said when it is opened
}

/** Fetches the code of what the wallet leads to, while one looks at it: between two dialogs there is no moment without one. */
export function fetchCodeFromWallet(): void {
  for (const part of Object.values(moneyComponents)) void part.load().catch(() => undefined); // said when it is opened
}

/** Asks for what a dialog will show, beside its code: nothing waits for anything else. Guests are asked for nothing (WA-05). */
export function prefetchMoney(client: QueryClient, account: string, dialog: MoneyDialog): void {
  if (dialog === 'leaderboard') void client.prefetchQuery(leaderboardPage(1));
  if (!hasWallet(account)) return;
  if (dialog === 'wallet') void client.prefetchQuery(historyPage(1));
  if (dialog !== 'payout') return;
  void client.prefetchQuery(payoutsPage(1));
  void client.prefetchQuery(payeeQuery());
  void client.prefetchQuery(meQuery);
}
