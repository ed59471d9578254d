import { AGE_REFUSAL_SECONDS, MINIMUM_AGE } from '@adda/contract/accounts';
import { appError, ValidationError } from '../../platform/errors.ts';
import type { Cookies } from '../../platform/http/handler.ts';
import { birthDateOf, isAgeConsistent, checkAge, type GivenAge } from './accounts.policy.ts';

const COOKIE = 'adda_age_refused';

/** Throws `age_refused` if this browser gave an age under the minimum within the last day. */
export function assertBrowserNotRefused(cookies: Cookies): void {
  if (cookies.get(COOKIE) !== undefined) throw appError('age_refused');
}

/**
 * Returns the birth date to store. Throws `age_refused`, or a `ValidationError` for an age that is out of bounds or
 * contradicts the birth date. An age under the minimum is remembered in a cookie, so that the browser cannot try
 * another date.
 */
export function validateAge(given: GivenAge, cookies: Cookies, today: Date): string {
  assertBrowserNotRefused(cookies);
  const birthDate = birthDateOf(given, today);
  const verdict = checkAge(birthDate, today);
  if (verdict === 'welcome' && isAgeConsistent(given, today)) return birthDate;
  if (verdict === 'welcome')
    throw new ValidationError([
      { loc: ['body', 'age'], msg: 'Age and date of birth do not match.', type: 'age' },
    ]);
  if (verdict === 'too_young') cookies.set(COOKIE, '1', AGE_REFUSAL_SECONDS);
  const msg =
    verdict === 'too_young'
      ? `You must be ${MINIMUM_AGE} or older to use Adda.`
      : 'Please check your date of birth.';
  const field = given.birth_date === undefined ? 'age' : 'birth_date';
  throw new ValidationError([{ loc: ['body', field], msg, type: 'age' }]);
}
