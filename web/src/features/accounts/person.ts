import { ageOn, countries, MAXIMUM_AGE, MINIMUM_AGE, type Country, type Sex } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import type { FieldProblems, FormState, ReadField } from './use-form.ts';

/** Personal data of a new user: the fields shared by registration and guest login. */
export const personNames = ['birth_date', 'sex', 'country', 'state'] as const;

/** One of {@link personNames}. */
export type PersonName = (typeof personNames)[number];

/** Countries as select options. */
export const countryOptions = countries.map(({ country, label }) => ({ value: country, label }));

/** Returns the earliest and the latest birth date within the age limits, as `YYYY-MM-DD`. */
export function birthDateBounds(today: Date): { min: string; max: string } {
  const daysAt = (years: number, days: number) =>
    new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate() + days))
      .toISOString()
      .slice(0, 10);
  return { min: daysAt(MAXIMUM_AGE + 1, 1), max: daysAt(MINIMUM_AGE, 0) };
}

/** Reports missing fields. The server checks the age and remembers a refusal. */
export const checkPerson = (read: ReadField<PersonName>): FieldProblems<PersonName> => ({
  birth_date: read('birth_date') === '' && t`Enter your date of birth.`,
  sex: read('sex') === '' && t`Choose one.`,
  country: read('country') === '' && t`Choose your country.`,
  state: read('state') === '' && t`Choose your state.`,
});

/** Converts the fields to the request's format. */
export const personOf = (read: ReadField<PersonName>) => ({
  birth_date: read('birth_date'),
  // The selects offer no other values, and the server validates them again.
  sex: read('sex') as Sex,
  country: read('country') as Country,
  state: read('state'),
});

/** Whether the server refused the user because of their age: now, or earlier in this browser. */
export function isRefusedForAge({ error, sent }: Pick<FormState<PersonName>, 'error' | 'sent'>): boolean {
  if (error?.code === 'age_refused') return true;
  return Boolean(error?.fields.birth_date && sent && ageOn(sent('birth_date'), new Date()) < MINIMUM_AGE);
}
