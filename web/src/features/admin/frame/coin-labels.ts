import { dollarsOfCoins } from '@adda/contract/kernel/money';
import { plural } from '@lingui/core/macro';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats coins: '1,200 coins'. */
export function coinsText(coins: number): string {
  const number = grouped.format(coins);
  return plural(coins, { one: `${number} coin`, other: `${number} coins` });
}

/** Formats the value of coins in dollars: '$12.00' (WA-09). */
export const coinsWorth = (coins: number): string => dollars.format(dollarsOfCoins(coins));
