/** Coins: balance queries and labels. The dialogs are loaded when they open (`moneyDialog`). */
export {
  balanceQuery,
  hasWallet,
  historyPage,
  cacheBalance,
  leaderboardPage,
  payeeQuery,
  payoutsPage,
  refetchWallet,
  walletKeys,
  walletRetry,
} from './wallet.queries.ts';
export { coinNumber, coinLabel, wholeCoins } from './coin-labels.ts';
export { CoinIcon } from './coin-icon.tsx';
