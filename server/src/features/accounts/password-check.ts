import {
  LOGIN_FAILURES_PER_ACCOUNT,
  LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS,
  LOGIN_FAILURES_PER_ADDRESS,
} from '@adda/contract/accounts';
import { appError } from '../../platform/errors.ts';
import type { Cookies } from '../../platform/http/handler.ts';
import { networkOf } from '../../platform/limits/network-of.ts';
import type { Budget } from '../../platform/limits/rate-limiter.ts';
import type { AccountsContext } from './accounts.dependencies.ts';

const budgetOf = (limit: { tries: number; seconds: number }): Budget => ({
  calls: limit.tries,
  seconds: limit.seconds,
});
/** For one account from one place: a network, or a device that is known. */
const PLACE_LIMIT = ['password_account', budgetOf(LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS)] as const;
/** For one account from all places that are not known. */
const ACCOUNT_LIMIT = ['password_everywhere', budgetOf(LOGIN_FAILURES_PER_ACCOUNT)] as const;
const ADDRESS_LIMIT = ['password_address', budgetOf(LOGIN_FAILURES_PER_ADDRESS)] as const;

/** One try at a password. */
export type PasswordTry = {
  /** What was typed, known or not. */
  readonly name: string;
  /** Whose password it would be; undefined for an unknown name. A name and an e-mail address count together by it. */
  readonly userId?: number | undefined;
  readonly address: string;
  /** The caller's, by which a device is known. */
  readonly cookies?: Cookies;
  /** Missing for an unknown name. */
  readonly hash: string | null | undefined;
  readonly password: string;
};

/**
 * Compares a password and counts wrong ones: per account and network, per account over all networks, and per
 * network over all accounts. A device on which the person has come in before has a budget of its own instead, so that
 * nobody is locked out by what others try. Throws `too_many_login_attempts`; known and unknown names cost the same.
 */
export function createPasswordCheck({
  database,
  limiter,
  origins,
  passwords,
}: Pick<AccountsContext, 'database' | 'limiter' | 'origins' | 'passwords'>) {
  return async function isPasswordRight(given: PasswordTry): Promise<boolean> {
    const { name, userId, address, cookies, hash, password } = given;
    const network = networkOf(address);
    const account = userId === undefined ? `name ${name.toLowerCase()}` : `id ${userId}`;
    const device =
      userId === undefined || !cookies ? undefined : await origins.knownDevice(database.db, userId, cookies);
    const place = `${account} ${device ?? network}`;
    const [placeLimit, placeBudget] = PLACE_LIMIT;
    const [accountLimit, accountBudget] = ACCOUNT_LIMIT;
    const [addressLimit, addressBudget] = ADDRESS_LIMIT;
    const isStrange = device === undefined;
    // A try is counted before it is compared, so that many at once can't pass together.
    const wait =
      (isStrange && (await limiter.peek(addressLimit, network, addressBudget))) ||
      (await limiter.take(placeLimit, place, placeBudget)) ||
      (isStrange && (await limiter.take(accountLimit, account, accountBudget)));
    if (wait) throw appError('too_many_login_attempts', { retry_after: Math.ceil(wait) });
    const isRight = await passwords.verify(hash, password);
    if (!isRight) {
      await limiter.take(addressLimit, network, addressBudget);
      return false;
    }
    await limiter.reset(placeLimit, place, placeBudget);
    if (isStrange) await limiter.reset(accountLimit, account, accountBudget);
    return true;
  };
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;
