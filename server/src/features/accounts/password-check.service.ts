import { ValidationError } from '../../platform/errors.ts';
import type { Actor, CallOrigin } from '../../platform/http/handler.ts';
import type { AccountsContext } from './accounts.types.ts';
import type { Guess, GuessLimits } from './guess-limits.service.ts';

/** One attempt to enter a password. */
export type PasswordTry = Omit<Guess, 'what'> & {
  /** Missing for an unknown name, and for an account without a password. */
  readonly hash: string | null | undefined;
  readonly password: string;
};

/**
 * Verifies a password, within the limits of guesses. Known and unknown names take the same time. Throws
 * `too_many_login_attempts`.
 */
export function createPasswordCheck(
  { passwords }: Pick<AccountsContext, 'passwords'>,
  withinLimits: GuessLimits,
) {
  return ({ hash, password, ...guess }: PasswordTry): Promise<boolean> =>
    withinLimits({ what: 'password', ...guess }, () => passwords.verify(hash, password));
}

/** What a user gave as their own password. `field`: its name in the body. */
type GivenPassword = {
  readonly hash: string | null | undefined;
  readonly password: string | undefined;
  readonly field: string;
};

/**
 * Verifies the password that a logged-in user gave. An account without a password is proven otherwise, which the guard of the route
 * has checked (ID-01). Throws `too_many_login_attempts`, or a `ValidationError` if the password is missing.
 */
export function createOwnPasswordCheck(isPasswordRight: PasswordCheck) {
  return async (actor: Actor, given: GivenPassword, origin: CallOrigin): Promise<boolean> => {
    const { hash, password, field } = given;
    if (hash === null && actor.hasRecentProof) return true;
    if (password === undefined)
      throw new ValidationError([{ loc: ['body', field], msg: 'Enter your password.', type: 'missing' }]);
    const { userId, username: name } = actor;
    const { address, cookies } = origin;
    return isPasswordRight({ name, userId, address, cookies, hash, password });
  };
}

export type OwnPasswordCheck = ReturnType<typeof createOwnPasswordCheck>;

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;
