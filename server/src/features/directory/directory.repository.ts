import type { DirectoryFilters } from '@adda/contract/directory';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { isOnline } from '../presence/index.ts';
import { areBlocked } from '../relations/index.ts';
import type { ListCursor } from '../../platform/paging/list-cursor.ts';

/**
 * Of a range of fewer years of birth, and of any that is all of older people, each year is looked up by itself; where
 * another filter leads to few people already, only of the old.
 */
const YEAR_BY_YEAR = { fewYears: 12, age: 45, ageAmongFew: 65 };

/** Beginnings of names up to which people are found in their order; the few of a longer one are sorted. */
const LONG_NAME = 9;

/** What a list is about. Days of birth are inclusive, `YYYY-MM-DD`; `state` only with its country. */
export type DirectoryQuery = Pick<DirectoryFilters, 'limit' | 'sex' | 'country' | 'state' | 'username'> & {
  readonly viewerId: number;
  readonly bornFrom: string | undefined;
  readonly bornTo: string | undefined;
  readonly after: ListCursor | undefined;
};

/** Somebody in the directory. `position` is when they were last active at the first page of the list. */
export type DirectoryRow = {
  readonly id: number;
  readonly position: Date;
  readonly username: string;
  readonly sex: 'male' | 'female';
  readonly birth_date: string;
  readonly country: string;
  readonly state: string;
  readonly last_active_at: Date;
  readonly is_guest: boolean;
  readonly is_online: boolean;
  readonly profile_image_url: string | null;
  /** The snapshot of this very page and its time. */
  readonly snapshot: string;
  readonly read_at: Date;
};

/**
 * One page, in one statement: those who did not move since the list began in the order of an index, and those who did
 * where they were then. Each was at one place at that time and so comes once, whatever they do meanwhile.
 */
export async function listPeople(db: Queryable, query: DirectoryQuery): Promise<DirectoryRow[]> {
  const { after, limit } = query;
  const people = after ? sql`(${whoStayed(query)}) UNION ALL (${whoMoved(query, after)})` : whoStayed(query);
  const { rows } = await sql<DirectoryRow>`
    WITH page AS MATERIALIZED (
      SELECT id, position FROM (${people}) found ORDER BY position DESC, id LIMIT ${limit}
    )
    SELECT page.id, page.position, person.username, person.sex, person.birth_date, person.country, person.state,
      person.last_active_at, person.is_guest, person.profile_image_url,
      person.is_available AND ${isOnline(sql`person.id`)} AS is_online,
      pg_current_snapshot()::text AS snapshot, clock_timestamp()::timestamptz(3) AS read_at
    FROM page JOIN users person ON person.id = page.id
    ORDER BY page.position DESC, page.id`.execute(db);
  return rows;
}

/** People who are where they were when the list began; a range of few years is read year by year, each in order. */
function whoStayed(query: DirectoryQuery): RawBuilder<unknown> {
  const { after, limit } = query;
  const years = yearsOf(query);
  const place = after
    ? sql`AND person.last_active_at <= ${after.position} AND ${isAfter(sql`person.last_active_at`, after)}
        AND NOT EXISTS (
          SELECT FROM activity_moves move WHERE move.user_id = person.id AND ${isUnseen(after)}
        )`
    : sql``;
  // The few of a long name are sorted: in the order of an index they would be looked for among everybody.
  const isSorted = (query.username ?? '').length >= LONG_NAME && !years;
  const order = isSorted ? sql`person.last_active_at + interval '0'` : sql`person.last_active_at`;
  const select = (more: RawBuilder<unknown>) => sql`
    SELECT person.id, person.last_active_at AS position FROM users person
    WHERE ${fits(query, years !== undefined)} ${place} ${more}
    ORDER BY ${order} DESC, person.id LIMIT ${limit}`;
  if (!years) return select(sql``);
  const born = sql`AND extract(year FROM person.birth_date) = year.n`;
  return sql`
    SELECT each.* FROM unnest(${years}::numeric[]) AS year (n)
    CROSS JOIN LATERAL (${select(born)}) each
    ORDER BY each.position DESC, each.id LIMIT ${limit}`;
}

/** People who were active since the list began, at the place of their first move. */
function whoMoved(query: DirectoryQuery, after: ListCursor): RawBuilder<unknown> {
  return sql`
    SELECT move.user_id AS id, move.from_at AS position
    FROM activity_moves move JOIN users person ON person.id = move.user_id
    WHERE move.mover >= pg_snapshot_xmin(${after.snapshot}::pg_snapshot) AND ${isUnseen(after)}
      AND move.from_at <= ${after.position} AND ${isAfter(sql`move.from_at`, after, sql`move.user_id`)}
      AND NOT EXISTS (
        SELECT FROM activity_moves earlier
        WHERE earlier.user_id = move.user_id AND earlier.id < move.id
          AND ${isUnseen(after, sql`earlier.mover`)}
      )
      AND ${fits(query)}
    ORDER BY position DESC, id LIMIT ${query.limit}`;
}

/** A move that the list's snapshot does not know of: it came after. */
function isUnseen({ snapshot }: ListCursor, mover: RawBuilder<unknown> = sql`move.mover`) {
  return sql`NOT pg_visible_in_snapshot(${mover}, ${snapshot}::pg_snapshot)`;
}

/** Comes after the last entry that was given: earlier, or at the same time with a higher id. */
function isAfter(
  at: RawBuilder<unknown>,
  { position, id }: ListCursor,
  idOf: RawBuilder<unknown> = sql`person.id`,
) {
  return sql`(${at} < ${position} OR ${idOf} > ${id})`;
}

/**
 * Everybody whom the viewer may see and the filters let through (SV-20). Where the years of birth lead, the other filters
 * are written so that no index serves them: the planner takes for rare what is only rare together.
 */
function fits(query: DirectoryQuery, isYearByYear = false): RawBuilder<unknown> {
  const { viewerId, sex, country, state, username, bornFrom, bornTo } = query;
  const filters = [
    ...(sex === undefined ? [] : [sql`person.sex = ${sex}`]),
    ...(country === undefined ? [] : [sql`person.country = ${country}`]),
    ...(state === undefined ? [] : [sql`person.state = ${state}`]),
    ...(username === undefined ? [] : [startsWith(username)]),
  ];
  const conditions = [
    sql`person.deleted_at IS NULL AND person.suspended_at IS NULL AND person.id <> ${viewerId}`,
    ...filters.map((filter) => (isYearByYear ? unguessed(filter) : filter)),
    ...(bornFrom === undefined ? [] : [sql`person.birth_date >= ${bornFrom}::date`]),
    ...(bornTo === undefined ? [] : [sql`person.birth_date <= ${bornTo}::date`]),
    unguessed(sql`NOT ${areBlocked(sql`${viewerId}`, sql`person.id`)}`),
  ];
  return sql.join(conditions, sql` AND `);
}

/**
 * A name's beginning, by the one index that serves its length: among people of the same first letters they are found in
 * their order; the few of a long beginning as a range. Names are ASCII, so `~` is above them.
 */
function startsWith(beginning: string): RawBuilder<unknown> {
  if (beginning.length >= LONG_NAME)
    return sql`person.username ~>=~ ${beginning} AND person.username ~<~ ${`${beginning}~`}`;
  const letters = beginning.length < 6 ? 3 : 6;
  const first = sql`left(person.username, ${sql.lit(letters)}) = ${beginning.slice(0, letters)}`;
  if (beginning.length === letters) return first;
  return sql`${first} AND ${unguessed(sql`starts_with(person.username, ${beginning})`)}`;
}

/**
 * A condition that no index serves and that the planner takes for true of every second row. By its own guess of what is
 * left of several conditions it would sort thousands of people to show twenty-five.
 */
function unguessed(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN ${condition} THEN true ELSE false END`;
}

/**
 * Years of birth of a range that few people may fit: walking through everybody could find none of them for long. Year by
 * year it costs the same however many people there are.
 */
function yearsOf({ bornFrom, bornTo, country, username }: DirectoryQuery) {
  if (bornFrom === undefined || bornTo === undefined) return undefined;
  const isAmongFew = country !== undefined || username !== undefined;
  const [first, last] = [Number(bornFrom.slice(0, 4)), Number(bornTo.slice(0, 4))];
  const age = isAmongFew ? YEAR_BY_YEAR.ageAmongFew : YEAR_BY_YEAR.age;
  const areOlder = last <= new Date().getUTCFullYear() - age;
  const areFewYears = !isAmongFew && last - first < YEAR_BY_YEAR.fewYears;
  if (!areOlder && !areFewYears) return undefined;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Forgets where people stood at a time that no list can ask for any more. */
export async function deleteOldMoves(db: Queryable, keptMinutes: number): Promise<void> {
  await sql`
    DELETE FROM activity_moves WHERE moved_at < now() - make_interval(mins => ${keptMinutes})`.execute(db);
}
