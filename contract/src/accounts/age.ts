/** Age bounds of the platform (X-08, CO-29). A constant on purpose: no setting may lower it. */
export const MINIMUM_AGE = 18;
export const MAXIMUM_AGE = 100;

/** How long a browser that gave a birth date under the minimum is turned away, in seconds. */
export const AGE_REFUSAL_SECONDS = 24 * 3600;

/** Full years between a birth date (`YYYY-MM-DD`) and a day, by the calendar in UTC. */
export function ageOn(birthDate: string, today: Date): number {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number);
  const hadBirthday =
    today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}
