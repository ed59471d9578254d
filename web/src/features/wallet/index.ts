/** Coins: the balance everywhere, and how they are said. The dialogs come when they are opened (`moneyDialog`). */
export {
  balanceQuery,
  hasWallet,
  historyPage,
  holdBalance,
  leaderboardPage,
  payeeQuery,
  payoutsPage,
  rereadWallet,
  walletKeys,
  walletRetry,
} from './wallet.queries.ts';
export { coinNumber, coinLabel, wholeCoins } from './coin-labels.ts';
export { CoinIcon } from './coin-icon.tsx';
