import { coinsOf, hundredthsOf } from '@adda/contract/kernel/money';
import { plural } from '@lingui/core/macro';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Formats a number of coins with at most two decimals. */
export const coinNumber = (coins: number): string => grouped.format(coinsOf(hundredthsOf(coins)));

/** Formats whole coins, for the badge (WA-08, X-15). */
export const wholeCoins = (coins: number): string => grouped.format(Math.floor(coins));

/** '12 coins'. */
export function coinLabel(coins: number): string {
  const number = coinNumber(coins);
  return plural(coins, { one: `${number} coin`, other: `${number} coins` });
}
