import { ACTIVITY_ACTORS_MAX, ACTIVITY_GROUP_HOURS } from '@adda/contract/activity';
import { sql, type RawBuilder } from 'kysely';
import { areBlocked, blockedWith } from './blocks.repository.ts';

/** Forces lookups by key: with `OFFSET 0` the planner does not read all users to look up a few. */
const BY_KEY = sql`OFFSET 0`;

/**
 * SQL condition: the user may be named to the viewer in what happened: not deleted, not suspended, and not blocked with the viewer
 * in either direction (NT-01). Each side is a user id, as a column or a value.
 */
export const mayBeNamed = (person: RawBuilder<unknown>, viewer: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(
    EXISTS (
      SELECT FROM users named
      WHERE named.id = ${person} AND named.deleted_at IS NULL AND named.suspended_at IS NULL ${BY_KEY})
    AND NOT ${areBlocked(viewer, person)})`;

/** SQL condition: something happened in the hours in which what is similar is one item (NT-01). */
export const isJoined = (at: RawBuilder<unknown>, openedAt: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${at} >= ${openedAt}
    AND ${at} < ${openedAt} + make_interval(hours => ${sql.lit(ACTIVITY_GROUP_HOURS)}))`;

/**
 * What is joined to an item: a query with the columns `actor_id` and `created_at`, in which each user is at most once and no
 * deleted user is, and the reader, as a value.
 */
type Joined = { readonly acts: RawBuilder<unknown>; readonly reader: RawBuilder<unknown> };

/** SQL query: those who may be named, the newest first. Reads as many as its limit needs, because `OFFSET 0` keeps the order. */
const named = ({ acts, reader }: Joined) => sql`
  SELECT act.actor_id, act.created_at FROM (${acts} ORDER BY created_at DESC OFFSET 0) act
  WHERE act.actor_id <> ${reader} AND ${mayBeNamed(sql`act.actor_id`, reader)}`;

/** SQL: the ids of the newest of those who did what is joined to an item. */
export const newestActors = (joined: Joined): RawBuilder<number[]> => sql<number[]>`ARRAY(
  SELECT actor_id FROM (${named(joined)}) actor
  ORDER BY created_at DESC LIMIT ${sql.lit(ACTIVITY_ACTORS_MAX)})`;

/** SQL condition: at least one of those who did what is joined to an item may be named. */
export const hasActor = (joined: Joined): RawBuilder<boolean> => sql<boolean>`EXISTS (${named(joined)})`;

/** Up to this many actors are looked up one by one. */
const FEW = 100;

/**
 * SQL: the number of those who did what is joined to an item. Many are counted in an index, without those who may not be named,
 * who are read once for all items: looking up each of 100,000 users takes ten times as long, and reading everybody who is suspended for
 * each page would take longer the more people there are (NT-04).
 */
export const countActors = (joined: Joined): RawBuilder<number> => sql<number>`(CASE
  WHEN (SELECT count(*) FROM (SELECT FROM (${joined.acts}) act LIMIT ${sql.lit(FEW + 1)}) first_few) <= ${sql.lit(FEW)}
  THEN (SELECT count(*) FROM (${named(joined)}) actor)
  ELSE (
    SELECT count(*) FROM (${joined.acts}) act
    WHERE act.actor_id <> ${joined.reader} AND act.actor_id NOT IN (
      SELECT users.id FROM users WHERE users.suspended_at IS NOT NULL UNION ALL ${blockedWith(joined.reader)}))
  END)::integer`;
