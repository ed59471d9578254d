import { MAXIMUM_AGE, MINIMUM_AGE, statesOf } from '@adda/contract/accounts';
import { NAME_FILTER_MIN } from '@adda/contract/directory';
import { t } from '@lingui/core/macro';

/** The filters of the directory, as in the form and in the storage (DI-12); '' means no filter. */
export const filterNames = ['username', 'age_min', 'age_max', 'sex', 'country', 'state'] as const;

export type FilterName = (typeof filterNames)[number];

/** A value for each of {@link filterNames}. */
export type Filters = Readonly<Record<FilterName, string>>;

/** No filters. */
export const noFilters: Filters = {
  username: '',
  age_min: '',
  age_max: '',
  sex: '',
  country: '',
  state: '',
};

/** The only country whose states the directory filters by (DI-04, X-31). */
export const COUNTRY_WITH_STATES = 'USA';

/** Returns the number of filters; the two ages count once. */
export const countOf = (filters: Filters): number =>
  filterNames.filter((name) => filters[name] !== '' && !(name === 'age_max' && filters.age_min !== ''))
    .length;

/** Reads filters from unvalidated data. */
export function readFilters(value: unknown): Filters {
  const found: Partial<Record<string, unknown>> = typeof value === 'object' && value !== null ? value : {};
  const texts = filterNames.map((name) => {
    const text = found[name];
    return [name, typeof text === 'string' || typeof text === 'number' ? String(text) : ''] as const;
  });
  return { ...noFilters, ...Object.fromEntries(texts) };
}

const isAge = (text: string): boolean => {
  const age = Number(text);
  return Number.isInteger(age) && age >= MINIMUM_AGE && age <= MAXIMUM_AGE;
};

const ageProblem = (text: string): string | undefined =>
  text === '' || isAge(text) ? undefined : t`Age must be between ${MINIMUM_AGE} and ${MAXIMUM_AGE}.`;

/** Returns the validation errors (DI-15, DI-17); the filters are applied only without any. */
export function filterProblems(given: Filters): Partial<Record<FilterName, string>> {
  const name = given.username.trim();
  const problems = {
    username:
      name !== '' && name.length < NAME_FILTER_MIN ? t`Username must be at least 3 characters.` : undefined,
    age_min: ageProblem(given.age_min.trim()),
    age_max: ageProblem(given.age_max.trim()),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

/**
 * Returns the filters as they are applied: lower case (DI-16), ages in ascending order, a state only with its
 * country (DI-04).
 */
export function normalizeFilters(given: Filters): Filters {
  const min = given.age_min.trim();
  const max = given.age_max.trim();
  const isTurned = min !== '' && max !== '' && Number(min) > Number(max);
  const hasState = given.country === COUNTRY_WITH_STATES && statesOf(given.country).includes(given.state);
  return {
    ...given,
    username: given.username.trim().toLowerCase(),
    age_min: isTurned ? max : min,
    age_max: isTurned ? min : max,
    state: hasState ? given.state : '',
  };
}

/** Whether filters are valid: stored ones may be of another version or edited. */
export const areValidFilters = (filters: Filters): boolean =>
  Object.keys(filterProblems(filters)).length === 0;
