import { ageOn, MAXIMUM_AGE, MINIMUM_AGE, REFRESH_GRACE_SECONDS } from '@adda/contract/accounts';

/** The age information of a new user. If both fields are given, they must agree. */
export type GivenAge = { birth_date?: string | undefined; age?: number | undefined };

/**
 * Returns the birth date to store, `YYYY-MM-DD`. For an age in full years it is the latest date for which that age is
 * correct.
 */
export function birthDateOf({ birth_date: birthDate, age = 0 }: GivenAge, today: Date): string {
  if (birthDate !== undefined) return birthDate;
  const day = new Date(today);
  day.setUTCFullYear(today.getUTCFullYear() - age);
  // 29 February becomes 28 February in other years. 1 March would make the user one day too young.
  if (day.getUTCDate() !== today.getUTCDate()) day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
}

/**
 * Returns whether a user with this birth date may have an account. A future date is treated as a typing error.
 */
export function checkAge(birthDate: string, today: Date): 'welcome' | 'too_young' | 'not_plausible' {
  const age = ageOn(birthDate, today);
  if (age < 0 || age > MAXIMUM_AGE) return 'not_plausible';
  return age < MINIMUM_AGE ? 'too_young' : 'welcome';
}

/** Largest difference between local time and UTC. */
const TIME_ZONES_MS = 14 * 3_600_000;

/** Returns whether birth date and age in full years agree in at least one time zone at this moment. */
export function isAgeConsistent({ birth_date: birthDate, age }: GivenAge, today: Date): boolean {
  if (birthDate === undefined || age === undefined) return true;
  const moments = [-TIME_ZONES_MS, TIME_ZONES_MS].map((offset) => new Date(today.getTime() + offset));
  return moments.some((moment) => ageOn(birthDate, moment) === age);
}

/** The stored token state of a session. */
export type SessionTokens = { tokenId: string; previousTokenId: string | null; rotatedAt: Date };

/** Classifies a token of a session: the current one, the previous one within the grace period, or an old one. */
export function classifyToken(
  session: SessionTokens,
  tokenId: string,
  now: Date,
): 'current' | 'grace' | 'old' {
  if (tokenId === session.tokenId) return 'current';
  const graceEnds = session.rotatedAt.getTime() + REFRESH_GRACE_SECONDS * 1000;
  return tokenId === session.previousTokenId && now.getTime() <= graceEnds ? 'grace' : 'old';
}
