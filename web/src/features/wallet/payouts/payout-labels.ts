import type { Payee, PayoutStatus } from '@adda/contract/wallet';
import { t } from '@lingui/core/macro';
import { coinDollars, coinLabel } from '../coin-labels.ts';

/** '500 coins = $5.00'. */
export function worth(coins: number): string {
  const words = coinLabel(coins);
  const dollars = coinDollars(coins);
  return t`${words} = ${dollars}`;
}

/** What became of a request (SV-92). */
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

/** The kinds of places that money can go to. */
export const payeeKindLabel = (): Readonly<Record<Payee['kind'], string>> => ({
  upi: t`UPI`,
  bank: t`Bank account`,
  paypal: t`PayPal`,
});

/** What is asked for, by kind. */
export const accountWords = (): Readonly<Record<Payee['kind'], string>> => ({
  upi: t`UPI ID`,
  bank: t`Account number, and IFSC or routing code`,
  paypal: t`E-mail address at PayPal`,
});
