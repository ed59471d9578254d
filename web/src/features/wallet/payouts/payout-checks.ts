import { isWholeHundredths } from '@adda/contract/kernel/money';
import { PAYOUT_MIN_COINS } from '@adda/contract/wallet';
import { t } from '@lingui/core/macro';

/** Parses a number of coins; undefined if it can't be paid out (PY-02, PY-06). */
export function coinsTyped(text: string): number | undefined {
  const coins = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(coins) && coins > 0 && isWholeHundredths(coins) ? coins : undefined;
}

/** Returns the first error of PY-02 to PY-05; an unknown balance is left to the server. */
export function payoutProblem(text: string, balance: number | undefined): string | undefined {
  const coins = coinsTyped(text);
  if (coins === undefined) return t`Please enter a valid payout amount`;
  if (balance !== undefined && balance < PAYOUT_MIN_COINS) return t`Minimum balance for payout is 500 INR`;
  if (coins < PAYOUT_MIN_COINS) return t`Payout amount must be at least 500 INR`;
  if (balance !== undefined && coins > balance) return t`Payout amount cannot exceed your current balance`;
  return undefined;
}
