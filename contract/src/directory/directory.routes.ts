import * as z from 'zod/mini';
import { MAXIMUM_AGE, MINIMUM_AGE } from '../accounts/age.ts';
import { sex } from '../accounts/accounts.schemas.ts';
import { timestamp } from '../kernel/ids.ts';
import { cursorQuery, digits, givenNumber, listLimit } from '../kernel/paging.ts';
import { defineRoutes } from '../kernel/route.ts';
import { DIRECTORY_PAGE, DIRECTORY_PAGE_MAX, NAME_FILTER_MIN } from './directory.limits.ts';

/**
 * A user in the directory (DI-11). `last_active` is frozen while the user is unavailable, and is not later for users who are
 * online and do nothing (ADR 60).
 */
export const directoryUser = z.object({
  id: z.int(),
  username: z.string(),
  sex,
  age: z.int(),
  country: z.string(),
  state: z.string(),
  last_active: timestamp,
  is_online: z.boolean(),
  is_guest: z.boolean(),
  profile_picture: z.nullable(z.string()),
});

const text = z.optional(z.string().check(z.maxLength(100)));

/** Unparsed query of the directory; {@link directoryFilters} parses it. */
const listUsersQuery = z.object({
  ...cursorQuery,
  age_min: givenNumber,
  age_max: givenNumber,
  sex: text,
  country: text,
  state: text,
  username: text,
});

const age = z.optional(digits(MINIMUM_AGE, MAXIMUM_AGE));

/**
 * Parsed filters of the directory (SV-20, Q-42). For an invalid value the route returns `invalid_parameters`. A state is
 * used with the USA only.
 */
export const directoryFilters = z
  .object({
    limit: listLimit(DIRECTORY_PAGE, DIRECTORY_PAGE_MAX),
    last_id: z.optional(z.string()),
    age_min: age,
    age_max: age,
    sex: z.optional(sex),
    country: z.optional(z.string()),
    state: z.optional(z.string()),
    username: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.minLength(NAME_FILTER_MIN))),
  })
  .check(
    z.refine(({ age_min: min, age_max: max }) => min === undefined || max === undefined || min <= max, {
      path: ['age_min'],
      error: 'The lowest age is above the highest.',
    }),
  );

export const directoryRoutes = defineRoutes({
  'GET /users/list': {
    summary: 'Users, most recently active first, paged by an opaque cursor (SV-20).',
    access: 'session',
    rate: 'read',
    query: listUsersQuery,
    output: z.object({ users: z.array(directoryUser), next_last_id: z.nullable(z.string()) }),
    errors: ['invalid_parameters'],
  },
});

export type DirectoryUser = z.output<typeof directoryUser>;
export type DirectoryFilters = z.output<typeof directoryFilters>;
