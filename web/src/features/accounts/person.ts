import { ageOn, countries, MAXIMUM_AGE, MINIMUM_AGE, type Country, type Sex } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import type { FormProblems, FormState } from '../../ui/use-form.ts';

/** The entered personal data of a new user: the fields shared by registration and guest login. */
export type TypedPerson = { birth_date: string; sex: string; country: string; state: string };

/** The empty personal data. */
export const blankPerson: TypedPerson = { birth_date: '', sex: '', country: '', state: '' };

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
export const checkPerson = (typed: TypedPerson): FormProblems<TypedPerson> => ({
  birth_date: typed.birth_date === '' && t`Enter your date of birth.`,
  sex: typed.sex === '' && t`Choose one.`,
  country: typed.country === '' && t`Choose your country.`,
  state: typed.state === '' && t`Choose your state.`,
});

/** Converts the fields to the request's format. */
export const personOf = ({ birth_date, sex, country, state }: TypedPerson) => ({
  birth_date,
  // The selects offer no other values, and the server validates them again.
  sex: sex as Sex,
  country: country as Country,
  state,
});

/** Whether the server refused the user because of their age: now, or earlier in this browser. */
export function isRefusedForAge({ error, sent }: Pick<FormState<TypedPerson>, 'error' | 'sent'>): boolean {
  if (error?.code === 'age_refused') return true;
  return Boolean(error?.fields.birth_date && sent && ageOn(sent.birth_date, new Date()) < MINIMUM_AGE);
}
