import type { Payee, PayoutStatus } from '@adda/contract/wallet';
import { t } from '@lingui/core/macro';
import { coinDollars, coinLabel } from '../coin-labels.ts';

/** Formats coins and their value: '500 coins = $5.00'. */
export function worth(coins: number): string {
  const words = coinLabel(coins);
  const dollars = coinDollars(coins);
  return t`${words} = ${dollars}`;
}

/** Returns a status label (SV-92). */
export function statusLabel(status: PayoutStatus): string {
  switch (status) {
    case 'pending':
      return t`Waiting`;
    case 'approved':
      return t`Approved`;
    case 'rejected':
      return t`Rejected`;
    case 'paid':
      return t`Paid`;
  }
}

/** Labels of the payee kinds. */
export const payeeKindLabel = (): Readonly<Record<Payee['kind'], string>> => ({
  upi: t`UPI`,
  bank: t`Bank account`,
  paypal: t`PayPal`,
});

/** Labels of the account field, by kind. */
export const accountLabels = (): Readonly<Record<Payee['kind'], string>> => ({
  upi: t`UPI ID`,
  bank: t`Account number, and IFSC or routing code`,
  paypal: t`E-mail address at PayPal`,
});
