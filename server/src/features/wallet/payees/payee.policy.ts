import type { Payee, PayeeInput } from '@adda/contract/wallet';

const HIDDEN = '••••';
const SHOWN_DIGITS = 4;

/** Returns why an account is invalid for its kind, as a text for the user; undefined if it is valid. */
export function faultOfAccount({ kind, account }: Pick<PayeeInput, 'kind' | 'account'>): string | undefined {
  if (kind === 'upi')
    return /^[\w.-]{2,}@[\w.-]{2,}$/.test(account) ? undefined : 'Enter a UPI id, such as name@bank.';
  if (kind === 'paypal')
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(account)
      ? undefined
      : 'Enter the e-mail address of your PayPal account.';
  return /^[A-Z]*(\d[A-Z]*){6,}$/i.test(numberOf(account))
    ? undefined
    : 'Enter the account number, a comma, and the bank’s code.';
}

/** Returns a masked payee for its owner and for lists of administrators (SV-93): recognizable, but unusable. */
export function maskPayee({ kind, name, account }: PayeeInput): Payee {
  return { kind, name, account_masked: kind === 'bank' ? maskNumber(account) : maskAddress(account) };
}

/** Returns the number of a bank account without the bank code and digit separators. */
const numberOf = (account: string) => (account.split(',')[0] ?? '').replaceAll(/[\s-]/g, '');

const maskNumber = (account: string): string => HIDDEN + numberOf(account).slice(-SHOWN_DIGITS);

function maskAddress(account: string): string {
  const at = account.lastIndexOf('@');
  return account.slice(0, 1) + HIDDEN + account.slice(at);
}
