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
const PLACE_BUDGET = budgetOf(LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS);
const ACCOUNT_BUDGET = budgetOf(LOGIN_FAILURES_PER_ACCOUNT);
const ADDRESS_BUDGET = budgetOf(LOGIN_FAILURES_PER_ADDRESS);

/** One attempt to guess a password or a code. */
export type Guess = {
  readonly what: 'password' | 'code';
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
};

/**
 * Counts wrong attempts: per account and network, per account over all networks, and per network over all accounts. A
 * device on which the user has logged in before has its own budget, so that attempts by others cannot lock the user out.
 * Passwords and codes are counted apart: who knows the password must not get new tries for the code by it (ID-02).
 */
export function createGuessLimits({
  database,
  limiter,
  origins,
}: Pick<AccountsContext, 'database' | 'limiter' | 'origins'>) {
  /** Resolves with what `isRight` does. Throws `too_many_login_attempts` without calling it. */
  return async function withinLimits(guess: Guess, isRight: () => Promise<boolean>): Promise<boolean> {
    const { what, name, userId, address, cookies } = guess;
    const [placeLimit, accountLimit, addressLimit] = [
      `${what}_account`,
      `${what}_everywhere`,
      `${what}_address`,
    ];
    const network = networkOf(address);
    const account = userId === undefined ? `name ${name.toLowerCase()}` : `id ${userId}`;
    const device =
      userId === undefined || !cookies ? undefined : await origins.knownDevice(database.db, userId, cookies);
    const place = `${account} ${device ?? network}`;
    const isUnknownDevice = device === undefined;
    // Counted before the comparison, so that concurrent attempts cannot exceed the limit.
    const wait =
      (isUnknownDevice && (await limiter.peek(addressLimit, network, ADDRESS_BUDGET))) ||
      (await limiter.take(placeLimit, place, PLACE_BUDGET)) ||
      (isUnknownDevice && (await limiter.take(accountLimit, account, ACCOUNT_BUDGET)));
    if (wait) throw appError('too_many_login_attempts', { retry_after: Math.ceil(wait) });
    if (!(await isRight())) {
      await limiter.take(addressLimit, network, ADDRESS_BUDGET);
      return false;
    }
    await limiter.reset(placeLimit, place, PLACE_BUDGET);
    if (isUnknownDevice) await limiter.reset(accountLimit, account, ACCOUNT_BUDGET);
    return true;
  };
}

export type GuessLimits = ReturnType<typeof createGuessLimits>;
