import {
  LOGIN_FAILURES_PER_ACCOUNT,
  LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS,
  LOGIN_FAILURES_PER_ADDRESS,
} from '@adda/contract/accounts';
import { appError } from '../../platform/errors.ts';
import type { Cookies } from '../../platform/http/handler.ts';
import { networkOf } from '../../platform/limits/network-of.ts';
import type { Budget } from '../../platform/limits/rate-limiter.ts';
import type { AccountsContext } from './accounts.types.ts';

const budgetOf = (limit: { tries: number; seconds: number }): Budget => ({
  calls: limit.tries,
  seconds: limit.seconds,
});
/** Per account and place, where a place is a network or a known device. */
const PLACE_LIMIT = ['password_account', budgetOf(LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS)] as const;
/** Per account over all unknown places. */
const ACCOUNT_LIMIT = ['password_everywhere', budgetOf(LOGIN_FAILURES_PER_ACCOUNT)] as const;
const ADDRESS_LIMIT = ['password_address', budgetOf(LOGIN_FAILURES_PER_ADDRESS)] as const;

/** One attempt to enter a password. */
export type PasswordTry = {
  /** The name as entered, known or not. */
  readonly name: string;
  /**
   * The account of the attempt; undefined for an unknown name. Attempts by username and by e-mail address count
   * together.
   */
  readonly userId?: number | undefined;
  readonly address: string;
  /** Cookies of the request, used to recognise a device. */
  readonly cookies?: Cookies;
  /** Missing for an unknown name. */
  readonly hash: string | null | undefined;
  readonly password: string;
};

/**
 * Verifies a password and counts wrong attempts: per account and network, per account over all networks, and per
 * network over all accounts. A device on which the user has logged in before has its own budget, so that attempts by
 * others cannot lock the user out. Known and unknown names take the same time. Throws `too_many_login_attempts`.
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
    const isUnknownDevice = device === undefined;
    // Counted before the comparison, so that concurrent attempts cannot exceed the limit.
    const wait =
      (isUnknownDevice && (await limiter.peek(addressLimit, network, addressBudget))) ||
      (await limiter.take(placeLimit, place, placeBudget)) ||
      (isUnknownDevice && (await limiter.take(accountLimit, account, accountBudget)));
    if (wait) throw appError('too_many_login_attempts', { retry_after: Math.ceil(wait) });
    const isValid = await passwords.verify(hash, password);
    if (!isValid) {
      await limiter.take(addressLimit, network, addressBudget);
      return false;
    }
    await limiter.reset(placeLimit, place, placeBudget);
    if (isUnknownDevice) await limiter.reset(accountLimit, account, accountBudget);
    return true;
  };
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;
