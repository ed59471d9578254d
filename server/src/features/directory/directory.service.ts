import { ageOn, countries, MAXIMUM_AGE, MINIMUM_AGE } from '@adda/contract/accounts';
import { directoryFilters, type DirectoryFilters, type DirectoryUser } from '@adda/contract/directory';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { typosOf } from '@adda/contract/search';
import {
  findByName,
  findFirstPlaces,
  findPlacesByName,
  listPeople,
  readPlaces,
  type DirectoryPlace,
  type DirectoryQuery,
  type DirectoryRow,
  type NameSearch,
} from './directory.repository.ts';
import { readCursor, writeCursor, type ListCursor } from '../../platform/paging/list-cursor.ts';

/** The only country that can be filtered by state. */
const COUNTRY_WITH_STATES = 'USA';

/** The start of a list, which its cursors carry. */
type Start = Pick<ListCursor, 'snapshot' | 'startedAt' | 'shown'>;

/** A page: those who are shown, and where the list continues. */
type Page = { readonly users: readonly DirectoryRow[]; readonly next: ListCursor | undefined };

/** Creates the query of the directory. */
export function createDirectory({ db, replicas }: Pick<Database, 'db' | 'replicas'>, clock: () => Date) {
  /** Returns the cursor behind a page of `limit` places; undefined if there are no more. */
  function cursorOf(places: readonly DirectoryPlace[], limit: number, start: Start | undefined) {
    const last = places.length > limit ? places[limit - 1] : undefined;
    return last && start && { ...start, position: last.position, id: last.id };
  }

  async function readFromPrimary(query: DirectoryQuery, limit: number): Promise<Page> {
    const rows = await listPeople(db, query);
    const [first] = rows;
    const start = query.after ?? (first && { snapshot: first.snapshot, startedAt: first.read_at });
    return { users: rows.slice(0, limit), next: cursorOf(rows, limit, start) };
  }

  /**
   * Reads a first page from a replica, and on the primary who of it may be seen (CL-05). The list begins at a snapshot of the
   * primary that the replica includes: PostgreSQL does not tell the running transactions on a replica. The replica may be
   * ahead of that snapshot, so the cursor names who was on this page. Later pages need `activity_moves`, which is unlogged and
   * so on no replica.
   */
  async function readFromReplica(query: DirectoryQuery, limit: number): Promise<Page | undefined> {
    const result = await replicas.readFromReplica(query.viewerId, async (replica, { snapshot, at }) => ({
      places: await findFirstPlaces(replica, query),
      start: { snapshot, startedAt: at },
    }));
    if (!result) return undefined;
    const { places, start } = result.found;
    const shown = places.slice(0, limit);
    const users = await readPlaces(db, query.viewerId, shown);
    return { users, next: cursorOf(places, limit, { ...start, shown: shown.map(({ id }) => id) }) };
  }

  /** Reads the places of the best matches from a replica where one is fresh, and on the primary who of them may be seen. */
  async function readByName(search: NameSearch): Promise<DirectoryRow[]> {
    const places = await replicas.readFromReplica(search.viewerId, (replica) =>
      findPlacesByName(replica, search),
    );
    return places ? readPlaces(db, search.viewerId, places.found) : findByName(db, search);
  }

  return {
    /**
     * Returns one page of users, last active first (SV-20). Throws `invalid_parameters` for invalid filters and for a
     * cursor that is malformed or expired.
     */
    async list(actor: Actor, query: Readonly<Record<string, string | undefined>>) {
      const now = clock();
      const filters = filtersOf(query);
      const after = filters.last_id === undefined ? undefined : readCursor(filters.last_id, now);
      if (filters.last_id !== undefined && !after) throw appError('invalid_parameters');
      const { limit } = filters;
      const wanted = {
        ...placeOf(filters),
        viewerId: actor.userId,
        sex: filters.sex,
        username: filters.username,
        ...daysOfBirth(filters, now),
        limit: limit + 1,
        after,
      };
      const fromReplica = after ? undefined : await readFromReplica(wanted, limit);
      const { users, next } = fromReplica ?? (await readFromPrimary(wanted, limit));
      return { users: users.map((row) => userOf(row, now)), next_last_id: next ? writeCursor(next) : null };
    },

    /** Returns the users whose name matches a text best, as the list shows them to the caller (SR-02). */
    async find(
      { userId: viewerId }: Pick<Actor, 'userId'>,
      given: string,
      limit: number,
    ): Promise<DirectoryUser[]> {
      const text = given.trim().replace(/^@/, '').toLowerCase();
      if (text === '') return [];
      const now = clock();
      const rows = await readByName({ viewerId, text, typos: typosOf(text), limit });
      return rows.map((row) => userOf(row, now));
    },
  };
}

/** Parses the query; empty values count as missing. */
function filtersOf(query: Readonly<Record<string, string | undefined>>): DirectoryFilters {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const read = directoryFilters.safeParse(Object.fromEntries(given));
  if (!read.success) throw appError('invalid_parameters');
  return read.data;
}

/** Accepts a country by its stored name or by its label, which may differ. */
function placeOf({ country: named, state }: DirectoryFilters) {
  const country = countries.find((entry) => entry.label === named)?.country ?? named;
  return { country, state: country === COUNTRY_WITH_STATES ? state : undefined };
}

/** Converts an age range into days of birth. A missing bound is the minimum or maximum age of the platform (DI-17). */
function daysOfBirth({ age_min: youngest, age_max: oldest }: DirectoryFilters, now: Date) {
  if (youngest === undefined && oldest === undefined) return { bornFrom: undefined, bornTo: undefined };
  return {
    bornFrom: bornAfter(now, (oldest ?? MAXIMUM_AGE) + 1),
    bornTo: bornBy(now, youngest ?? MINIMUM_AGE),
  };
}

/** Returns the last day of birth of users who are at least `age` years old. */
function bornBy(now: Date, age: number): string {
  const day = new Date(Date.UTC(now.getUTCFullYear() - age, now.getUTCMonth(), now.getUTCDate()));
  // `Date` turns 29 February into 1 March in other years; users born on 1 March are not old enough yet.
  if (day.getUTCDate() !== now.getUTCDate()) day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
}

/** Returns the first day of birth of users who are younger than `age` years. */
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
