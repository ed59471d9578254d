import type { Payee, PayoutStatus } from '@adda/contract/wallet';
import { t } from '@lingui/core/macro';
import { useMoney } from '../../accounts/index.ts';
import { coinLabel } from '../coin-labels.ts';

/** Returns a formatter for coins and their value: '500 coins = $5.00'. */
export function useWorth(): (coins: number) => string {
  const money = useMoney();
  return (coins) => {
    const words = coinLabel(coins);
    const value = money.worth(coins);
    return t`${words} = ${value}`;
  };
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
