import { LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS, LOGIN_FAILURES_PER_ADDRESS } from '@adda/contract/accounts';
import { appError } from '../../platform/errors.ts';
import type { Budget } from '../../platform/limits/rate-limiter.ts';
import type { AccountsContext } from './accounts.dependencies.ts';
import { networkOf } from './network-of.ts';

const budgetOf = (limit: { tries: number; seconds: number }): Budget => ({
  calls: limit.tries,
  seconds: limit.seconds,
});
const ACCOUNT_LIMIT = ['password_account', budgetOf(LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS)] as const;
const ADDRESS_LIMIT = ['password_address', budgetOf(LOGIN_FAILURES_PER_ADDRESS)] as const;

/** One try at a password. `name` is what was typed, known or not; `hash` is missing for an unknown name. */
export type PasswordTry = {
  readonly name: string;
  readonly address: string;
  readonly hash: string | null | undefined;
  readonly password: string;
};

/**
 * Compares a password and counts wrong ones: per name together with the address, so that nobody elsewhere is
 * locked out, and per address over all names. Throws `too_many_login_attempts`; known and unknown names cost the same.
 */
export function createPasswordCheck({ limiter, passwords }: Pick<AccountsContext, 'limiter' | 'passwords'>) {
  return async function isPasswordRight({ name, address, hash, password }: PasswordTry): Promise<boolean> {
    const network = networkOf(address);
    const [accountLimit, accountBudget] = ACCOUNT_LIMIT;
    const [addressLimit, addressBudget] = ADDRESS_LIMIT;
    const accountKey = `${name} ${network}`;
    // A try is counted before it is compared, so that many at once can't pass together.
    const wait =
      (await limiter.peek(addressLimit, network, addressBudget)) ||
      (await limiter.take(accountLimit, accountKey, accountBudget));
    if (wait > 0) throw appError('too_many_login_attempts', { retry_after: Math.ceil(wait) });
    const isRight = await passwords.verify(hash, password);
    if (isRight) await limiter.reset(accountLimit, accountKey, accountBudget);
    else await limiter.take(addressLimit, network, addressBudget);
    return isRight;
  };
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;
