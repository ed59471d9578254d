import { ageOn, MAXIMUM_AGE, MINIMUM_AGE, REFRESH_GRACE_SECONDS } from '@adda/contract/accounts';

/** How a new person says how old they are; both have to agree where both are given. */
export type GivenAge = { birth_date?: string | undefined; age?: number | undefined };

/** The birth date to store, `YYYY-MM-DD`; for an age in full years the latest day that makes it true. */
export function birthDateOf({ birth_date: birthDate, age = 0 }: GivenAge, today: Date): string {
  if (birthDate !== undefined) return birthDate;
  const day = new Date(today);
  day.setUTCFullYear(today.getUTCFullYear() - age);
  // A leap day becomes 28 February in other years, not 1 March, which would be a day too young.
  if (day.getUTCDate() !== today.getUTCDate()) day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
}

/** Whether a person of this birth date may have an account. A day that is still to come is a slip. */
export function judgeAge(birthDate: string, today: Date): 'welcome' | 'too_young' | 'not_plausible' {
  const age = ageOn(birthDate, today);
  if (age < 0 || age > MAXIMUM_AGE) return 'not_plausible';
  return age < MINIMUM_AGE ? 'too_young' : 'welcome';
}

/** The part of a day that clocks of people are ahead of or behind UTC at most. */
const TIME_ZONES_MS = 14 * 3_600_000;

/** Whether a birth date and an age in full years tell of one person, wherever on Earth it is said today. */
export function doAgesAgree({ birth_date: birthDate, age }: GivenAge, today: Date): boolean {
  if (birthDate === undefined || age === undefined) return true;
  const moments = [-TIME_ZONES_MS, TIME_ZONES_MS].map((offset) => new Date(today.getTime() + offset));
  return moments.some((moment) => ageOn(birthDate, moment) === age);
}

/** The tokens of a session as stored. */
export type SessionTokens = { tokenId: string; previousTokenId: string | null; rotatedAt: Date };

/** What a token is to its session: the current one, the one just before it within the grace, or an old one. */
export function judgeToken(session: SessionTokens, tokenId: string, now: Date): 'current' | 'grace' | 'old' {
  if (tokenId === session.tokenId) return 'current';
  const graceEnds = session.rotatedAt.getTime() + REFRESH_GRACE_SECONDS * 1000;
  return tokenId === session.previousTokenId && now.getTime() <= graceEnds ? 'grace' : 'old';
}
