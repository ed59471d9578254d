/** Age limits of the platform (X-08, CO-29). A constant on purpose: no setting can lower the minimum. */
export const MINIMUM_AGE = 18;
export const MAXIMUM_AGE = 100;

/** Seconds during which a browser that submitted a birth date below the minimum age is refused. */
export const AGE_REFUSAL_SECONDS = 24 * 3600;

/** Returns the full years between a birth date (`YYYY-MM-DD`) and a date, in UTC. */
export function ageOn(birthDate: string, today: Date): number {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number);
  const hadBirthday =
    today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}
