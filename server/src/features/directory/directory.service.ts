import { ageOn, countries, MAXIMUM_AGE, MINIMUM_AGE } from '@adda/contract/accounts';
import { directoryFilters, type DirectoryFilters, type DirectoryUser } from '@adda/contract/directory';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { listPeople, type DirectoryRow } from './directory.repository.ts';
import { readCursor, writeCursor } from '../../platform/paging/list-cursor.ts';

/** The one country whose states are filtered by. */
const COUNTRY_WITH_STATES = 'USA';

/** Makes the query of the directory. */
export function createDirectory({ db }: Database, clock: () => Date) {
  return {
    /**
     * One page of people, those who were here last first (SV-20). Throws `invalid_parameters` for filters that make no
     * sense and for a cursor that can't be read or whose list began too long ago.
     */
    async list(actor: Actor, query: Readonly<Record<string, string | undefined>>) {
      const now = clock();
      const filters = filtersOf(query);
      const after = filters.last_id === undefined ? undefined : readCursor(filters.last_id, now);
      if (filters.last_id !== undefined && !after) throw appError('invalid_parameters');
      const rows = await listPeople(db, {
        ...placeOf(filters),
        viewerId: actor.userId,
        sex: filters.sex,
        username: filters.username,
        ...daysOfBirth(filters, now),
        limit: filters.limit + 1,
        after,
      });
      const users = rows.slice(0, filters.limit);
      const last = rows.length > filters.limit ? users.at(-1) : undefined;
      const { snapshot, startedAt } = after ?? { snapshot: last?.snapshot, startedAt: last?.read_at };
      return {
        users: users.map((row) => userOf(row, now)),
        next_last_id:
          last && snapshot !== undefined && startedAt
            ? writeCursor({ snapshot, startedAt, position: last.position, id: last.id })
            : null,
      };
    },
  };
}

/** Reads the query; what is left empty counts as not given. */
function filtersOf(query: Readonly<Record<string, string | undefined>>): DirectoryFilters {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const read = directoryFilters.safeParse(Object.fromEntries(given));
  if (!read.success) throw appError('invalid_parameters');
  return read.data;
}

/** A country by its stored name or by its label, which may differ. */
function placeOf({ country: named, state }: DirectoryFilters) {
  const country = countries.find((entry) => entry.label === named)?.country ?? named;
  return { country, state: country === COUNTRY_WITH_STATES ? state : undefined };
}

/** The days of birth of the ages that are asked for; an end that is left open is that of the platform (DI-17). */
function daysOfBirth({ age_min: youngest, age_max: oldest }: DirectoryFilters, now: Date) {
  if (youngest === undefined && oldest === undefined) return { bornFrom: undefined, bornTo: undefined };
  return {
    bornFrom: bornAfter(now, (oldest ?? MAXIMUM_AGE) + 1),
    bornTo: bornBy(now, youngest ?? MINIMUM_AGE),
  };
}

/** The last day of birth of somebody who has so many full years. */
function bornBy(now: Date, age: number): string {
  const day = new Date(Date.UTC(now.getUTCFullYear() - age, now.getUTCMonth(), now.getUTCDate()));
  // On 29 February of other years' birthdays `Date` moves on to 1 March, when a person of that day has not been born.
  if (day.getUTCDate() !== now.getUTCDate()) day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
}

/** The first day of birth of somebody who does not have so many full years yet. */
function bornAfter(now: Date, age: number): string {
  const day = new Date(`${bornBy(now, age)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

function userOf(row: DirectoryRow, now: Date): DirectoryUser {
  return {
    id: row.id,
    username: row.username,
    sex: row.sex,
    age: ageOn(row.birth_date, now),
    country: row.country,
    state: row.state,
    last_active: row.last_active_at.toISOString(),
    is_online: row.is_online,
    is_guest: row.is_guest,
    profile_picture: row.profile_image_url,
  };
}
