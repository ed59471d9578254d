import { GUEST_PREFIX } from '@adda/contract/accounts';
import type { DirectoryFilters } from '@adda/contract/directory';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { isOnline } from '../presence/index.ts';
import { areBlocked, isHiddenFrom } from '../relations/index.ts';
import type { ListCursor } from '../../platform/paging/list-cursor.ts';

/**
 * Thresholds for looking up each year of birth separately: for ranges of few years, and for ranges of old ages only. If
 * another filter is already selective, only for very old ages.
 */
const YEAR_LOOKUP = { fewYears: 12, age: 45, ageAmongFew: 65 };

/** Length from which a name prefix matches so few users that they are sorted, instead of being read in index order. */
const LONG_PREFIX = 9;

/** Filters of a page. Days of birth are inclusive, `YYYY-MM-DD`; `state` requires its country. */
export type DirectoryQuery = Pick<DirectoryFilters, 'limit' | 'sex' | 'country' | 'state' | 'username'> & {
  readonly viewerId: number;
  readonly bornFrom: string | undefined;
  readonly bornTo: string | undefined;
  readonly after: ListCursor | undefined;
};

/** A user in the directory. `position` is their last activity at the time of the list's first page. */
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
  /** Snapshot and time of this page. */
  readonly snapshot: string;
  readonly read_at: Date;
};

/** SQL columns of {@link DirectoryRow} from a row `page` with id and position and the row `person` of users. */
const COLUMNS = sql`
  page.id, page.position, person.username, person.sex, person.birth_date, person.country, person.state,
  person.last_active_at, person.is_guest, person.profile_image_url,
  person.is_available AND ${isOnline(sql`person.id`)} AS is_online,
  pg_current_snapshot()::text AS snapshot, clock_timestamp()::timestamptz(3) AS read_at`;

/**
 * Returns one page in a single statement: users who have not been active since the list began, in index order, and
 * users who have, at their former position. Every user has exactly one position at that time and therefore appears
 * exactly once.
 */
export async function listPeople(db: Queryable, query: DirectoryQuery): Promise<DirectoryRow[]> {
  const { after } = query;
  const people = after
    ? sql`(${unmovedUsers(query)}) UNION ALL (${movedUsers(query, after)})`
    : unmovedUsers(query);
  const { rows } = await sql<DirectoryRow>`
    WITH page AS MATERIALIZED (${inOrder(people, query.limit)})
    SELECT ${COLUMNS} FROM page JOIN users person ON person.id = page.id
    ORDER BY page.position DESC, page.id`.execute(db);
  return rows;
}

/**
 * Limits stand in the texts of the statements: a plan for any limit assumes a tenth of all users, so that the statement would be
 * planned each time (ADR 68).
 */
const inOrder = (people: RawBuilder<unknown>, limit: number) => sql<DirectoryPlace>`
  SELECT id, position FROM (${people}) found ORDER BY position DESC, id LIMIT ${sql.lit(limit)}`;

/** Where a user is in a list. */
export type DirectoryPlace = Pick<DirectoryRow, 'id' | 'position'>;

/**
 * Returns the places of a first page. For replicas, which have neither `activity_moves` nor presence: these tables are unlogged.
 * {@link readPlaces} completes them on the primary.
 */
export async function findFirstPlaces(
  db: Queryable,
  query: Omit<DirectoryQuery, 'after'>,
): Promise<DirectoryPlace[]> {
  const people = unmovedUsers({ ...query, after: undefined });
  const { rows } = await inOrder(people, query.limit).execute(db);
  return rows;
}

/** Returns the users of places that the viewer may see now, in the same order (CL-05). */
export async function readPlaces(
  db: Queryable,
  viewerId: number,
  places: readonly DirectoryPlace[],
): Promise<DirectoryRow[]> {
  const { rows } = await sql<DirectoryRow>`
    SELECT ${COLUMNS} FROM unnest(
      ${places.map(({ id }) => id)}::bigint[], ${places.map(({ position }) => position)}::timestamptz[]
    ) WITH ORDINALITY AS page (id, position, rank)
    CROSS JOIN LATERAL (SELECT * FROM users WHERE users.id = page.id OFFSET 0) person
    WHERE ${mayBeListed(viewerId)} ORDER BY page.rank`.execute(db);
  return rows;
}

/** Users without activity since the list began. A range of few years is read year by year, each in index order. */
function unmovedUsers(query: DirectoryQuery): RawBuilder<unknown> {
  const { after, limit } = query;
  const years = yearsOf(query);
  const place = after
    ? sql`AND person.last_active_at <= ${after.position} AND ${isAfter(sql`person.last_active_at`, after)}
        AND NOT EXISTS (
          SELECT FROM activity_moves move WHERE move.user_id = person.id AND ${isUnseen(after)}
        )`
    : sql``;
  // Few matches for a long prefix: sorting them avoids scanning the index over all users.
  const isSorted = (query.username ?? '').length >= LONG_PREFIX && !years;
  const order = isSorted ? sql`person.last_active_at + interval '0'` : sql`person.last_active_at`;
  const select = (more: RawBuilder<unknown>) => sql`
    SELECT person.id, person.last_active_at AS position FROM users person
    WHERE ${matchesFilters(query, years !== undefined)} ${place} ${more}
    ORDER BY ${order} DESC, person.id LIMIT ${sql.lit(limit)}`;
  if (!years) return select(sql``);
  const born = sql`AND extract(year FROM person.birth_date) = year.n`;
  return sql`
    SELECT each.* FROM unnest(${years}::numeric[]) AS year (n)
    CROSS JOIN LATERAL (${select(born)}) each
    ORDER BY each.position DESC, each.id LIMIT ${sql.lit(limit)}`;
}

/** Users with activity since the list began, at the position before their first move. */
function movedUsers(query: DirectoryQuery, after: ListCursor): RawBuilder<unknown> {
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
      AND NOT (move.user_id = ANY (${after.shown ?? []}::bigint[])) AND ${matchesFilters(query)}
    ORDER BY position DESC, id LIMIT ${sql.lit(query.limit)}`;
}

/** SQL condition: the move is not visible in the snapshot of the list, so it happened later. */
function isUnseen({ snapshot }: ListCursor, mover: RawBuilder<unknown> = sql`move.mover`) {
  return sql`NOT pg_visible_in_snapshot(${mover}, ${snapshot}::pg_snapshot)`;
}

/** SQL condition: the entry follows the cursor, being earlier, or at the same time with a higher id. */
function isAfter(
  at: RawBuilder<unknown>,
  { position, id }: ListCursor,
  idOf: RawBuilder<unknown> = sql`person.id`,
) {
  return sql`(${at} < ${position} OR ${idOf} > ${id})`;
}

/**
 * SQL condition: the viewer may see the user, and the filters match (SV-20). In year-by-year mode the other filters are
 * hidden from the planner, which otherwise multiplies their selectivities and chooses their index.
 */
function matchesFilters(query: DirectoryQuery, isYearLookup = false): RawBuilder<unknown> {
  const { viewerId, sex, country, state, username, bornFrom, bornTo } = query;
  const filters = [
    ...(sex === undefined ? [] : [sql`person.sex = ${sex}`]),
    ...(country === undefined ? [] : [sql`person.country = ${country}`]),
    ...(state === undefined ? [] : [sql`person.state = ${state}`]),
    ...(username === undefined ? [] : [startsWith(username)]),
  ];
  const conditions = [
    mayBeListed(viewerId),
    ...filters.map((filter) => (isYearLookup ? opaqueToPlanner(filter) : filter)),
    ...(bornFrom === undefined ? [] : [sql`person.birth_date >= ${bornFrom}::date`]),
    ...(bornTo === undefined ? [] : [sql`person.birth_date <= ${bornTo}::date`]),
  ];
  return sql.join(conditions, sql` AND `);
}

/** SQL condition: the directory shows row `person` of users to the viewer. */
const mayBeListed = (viewerId: number): RawBuilder<unknown> => sql`
  person.deleted_at IS NULL AND person.suspended_at IS NULL AND person.id <> ${viewerId}
  AND ${opaqueToPlanner(sql`NOT ${areBlocked(sql`${viewerId}`, sql`person.id`)}`)}
  AND ${opaqueToPlanner(sql`NOT ${isHiddenFrom(sql`person.id`, sql`${viewerId}::bigint`)}`)}`;

/**
 * SQL condition for a name prefix, using the index that matchesFilters its length: for short prefixes the index on the first
 * letters, which returns users in order; for long ones a range. Names are ASCII, so `~` sorts after them.
 */
function startsWith(beginning: string): RawBuilder<unknown> {
  if (beginning.length >= LONG_PREFIX)
    return sql`person.username ~>=~ ${beginning} AND person.username ~<~ ${`${beginning}~`}`;
  const letters = beginning.length < 6 ? 3 : 6;
  const first = sql`left(person.username, ${sql.lit(letters)}) = ${beginning.slice(0, letters)}`;
  if (beginning.length === letters) return first;
  return sql`${first} AND ${opaqueToPlanner(sql`starts_with(person.username, ${beginning})`)}`;
}

/**
 * Wraps a condition so that the planner uses no index for it and assumes a selectivity of one half. With its own
 * estimate for combined conditions it would sort thousands of users to return twenty-five.
 */
function opaqueToPlanner(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN ${condition} THEN true ELSE false END`;
}

/**
 * Returns the years of birth of a range that matches few users; undefined otherwise. An ordered scan over all users
 * could find no match for long; a lookup per year has a constant cost.
 */
function yearsOf({ bornFrom, bornTo, country, username }: DirectoryQuery) {
  if (bornFrom === undefined || bornTo === undefined) return undefined;
  const hasSelectiveFilter = country !== undefined || username !== undefined;
  const [first, last] = [Number(bornFrom.slice(0, 4)), Number(bornTo.slice(0, 4))];
  const age = hasSelectiveFilter ? YEAR_LOOKUP.ageAmongFew : YEAR_LOOKUP.age;
  const isOldRange = last <= new Date().getUTCFullYear() - age;
  const isShortRange = !hasSelectiveFilter && last - first < YEAR_LOOKUP.fewYears;
  if (!isOldRange && !isShortRange) return undefined;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** A search for users by name: a text, and the texts that differ from it by a typing mistake. */
export type NameSearch = {
  readonly viewerId: number;
  /** In lower case. */
  readonly text: string;
  readonly typos: readonly string[];
  readonly limit: number;
};

/**
 * Returns users whose username or display name is the text, then those whose name begins with it, then those with a typing
 * mistake (SR-02). Guests are also found by their name without its prefix. Each branch reads an index up to the limit.
 */
export async function findByName(db: Queryable, search: NameSearch): Promise<DirectoryRow[]> {
  const { rows } = await sql<DirectoryRow>`
    WITH page AS MATERIALIZED (${bestNames(search)})
    SELECT ${COLUMNS} FROM page JOIN users person ON person.id = page.id
    ORDER BY page.rank, page.position DESC, page.id`.execute(db);
  return rows;
}

/** Returns the places of the same users, for replicas; {@link readPlaces} completes them on the primary. */
export async function findPlacesByName(db: Queryable, search: NameSearch): Promise<DirectoryPlace[]> {
  const { rows } = await bestNames(search).execute(db);
  return rows;
}

/** SQL query: the places of the best matches, with their rank, in order. */
function bestNames({ viewerId, text, typos, limit }: NameSearch): RawBuilder<DirectoryPlace> {
  const names = (given: readonly string[]) => [...given, ...given.map((name) => `${GUEST_PREFIX}-${name}`)];
  const branch = (rank: number, condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    (SELECT person.id, person.last_active_at AS position, ${sql.lit(rank)} AS rank FROM users person
     WHERE ${condition} AND ${mayBeListed(viewerId)} ORDER BY ${order} LIMIT ${sql.lit(limit)})`;
  const newest = sql`person.last_active_at DESC`;
  const byName = sql`person.username USING ~<~`;
  const display = sql`lower(person.display_name)`;
  const begins = (name: RawBuilder<unknown>, start: string) =>
    sql`${name} ~>=~ ${start} AND ${name} ~<~ ${start + LAST_CHARACTER}`;
  const branches = [
    branch(0, sql`person.username = ANY (${names([text])}::text[])`, newest),
    branch(0, sql`${display} = ${text}`, newest),
    ...names([text]).map((start) => branch(1, begins(sql`person.username`, start), byName)),
    branch(1, begins(display, text), sql`lower(person.display_name) USING ~<~`),
    branch(2, sql`person.username = ANY (${names(typos)}::text[])`, newest),
    branch(2, sql`${display} = ANY (${typos}::text[])`, newest),
  ];
  return sql<DirectoryPlace>`
    SELECT id, position, min(rank) AS rank FROM (${sql.join(branches, sql` UNION ALL `)}) found
    GROUP BY id, position ORDER BY rank, position DESC, id LIMIT ${sql.lit(limit)}`;
}

/** Sorts after every text that continues a name. */
const LAST_CHARACTER = '\u{10ffff}';

/** Deletes moves that no cursor can refer to any more. */
export async function deleteOldMoves(db: Queryable, keptMinutes: number): Promise<void> {
  await sql`
    DELETE FROM activity_moves WHERE moved_at < now() - make_interval(mins => ${keptMinutes})`.execute(db);
}
