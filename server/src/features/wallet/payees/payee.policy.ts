import type { Payee, PayeeInput } from '@adda/contract/wallet';

const HIDDEN = '••••';
const SHOWN_DIGITS = 4;

/** Why an account can't be one of its kind, in words for the person; undefined where it may be one. */
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

/** A payee as their owner and lists of administrators see it (SV-93): enough to know it again, too little to use it. */
export function maskPayee({ kind, name, account }: PayeeInput): Payee {
  return { kind, name, account_masked: kind === 'bank' ? maskNumber(account) : maskAddress(account) };
}

/** The number of a bank account without its bank's code, and without what groups its digits. */
const numberOf = (account: string) => (account.split(',')[0] ?? '').replaceAll(/[\s-]/g, '');

const maskNumber = (account: string): string => HIDDEN + numberOf(account).slice(-SHOWN_DIGITS);

function maskAddress(account: string): string {
  const at = account.lastIndexOf('@');
  return account.slice(0, 1) + HIDDEN + account.slice(at);
}
