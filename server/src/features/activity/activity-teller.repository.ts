import { ACTIVITY_GROUP_HOURS } from '@adda/contract/activity';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { ItemOfUser } from './activity.repository.ts';
import type { NewActivity } from './activity.types.ts';

/** The item that takes up what happened, if there is one. */
export type OpenItem = {
  readonly id: string;
  /** Whether the item is read, or was moved up longer ago than {@link FRESH}. */
  readonly isDue: boolean;
};

/** How long an unread item stays as it is, however often something is added to it: each write would wait for the row's lock. */
const FRESH = sql`interval '1 second'`;

/**
 * How much earlier than its first actor an item begins: the transaction of another actor may have begun before and wait, and its
 * time must not be before the item's.
 */
const EARLY = sql`interval '10 seconds'`;

const HOURS = sql`make_interval(hours => ${ACTIVITY_GROUP_HOURS}::integer)`;

const isDue = sql<boolean>`(item.is_read OR item.happened_at <= clock_timestamp() - ${FRESH})`;

/** Returns the open item for each of these, in their order; undefined without one. */
export async function findOpenItems(
  tx: Tx,
  happened: readonly NewActivity[],
): Promise<(OpenItem | undefined)[]> {
  const { rows } = await sql<{ id: string | null; isDue: boolean }>`
    SELECT open.id, open.is_due AS "isDue"
    FROM unnest(${happened.map((one) => one.userId)}::bigint[], ${happened.map((one) => one.kind)}::text[],
        ${happened.map((one) => one.subject.type)}::text[], ${happened.map((one) => one.subject.id)}::text[])
      WITH ORDINALITY AS wanted (user_id, kind, subject_type, subject_id, place)
    LEFT JOIN LATERAL (
      SELECT item.id, ${isDue} AS is_due FROM activity_items item
      WHERE item.subject_type = wanted.subject_type AND item.subject_id = wanted.subject_id
        AND item.user_id = wanted.user_id AND item.kind = wanted.kind AND item.opened_at > now() - ${HOURS}
      ORDER BY item.opened_at DESC LIMIT 1) open ON true
    ORDER BY wanted.place`.execute(tx);
  return rows.map(({ id, isDue: is }) => (id === null ? undefined : { id, isDue: is }));
}

/** Serialises the opening of items with these names until the transaction ends. Names are locked in their order. */
export async function lockOpening(tx: Tx, names: readonly string[]): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended('activity ' || named.name, 0))
    FROM unnest(${names.toSorted()}::text[]) AS named (name)`.execute(tx);
}

/** Moves items up and makes them unread, unless another transaction just did. Rows are locked in the order of their ids. */
export async function touchJoined(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    WITH due AS (
      SELECT item.id FROM activity_items item WHERE item.id = ANY (${ids}::text[]) AND ${isDue}
      ORDER BY item.id FOR NO KEY UPDATE)
    UPDATE activity_items SET happened_at = clock_timestamp(), is_read = false
    FROM due WHERE activity_items.id = due.id`.execute(tx);
}

/** Stores an item for each of these; `isJoined`: others will be added to them, so they have no single actor. */
export async function insertItems(
  tx: Tx,
  items: readonly (NewActivity & { readonly id: string })[],
  { isJoined }: { readonly isJoined: boolean },
): Promise<void> {
  const openedAt = isJoined
    ? sql`greatest(now() - ${EARLY}, (
        SELECT max(item.opened_at) + ${HOURS} FROM activity_items item
        WHERE item.subject_type = happened.subject_type AND item.subject_id = happened.subject_id
          AND item.user_id = happened.user_id AND item.kind = happened.kind))`
    : sql`now()`;
  await sql`
    INSERT INTO activity_items (id, user_id, kind, subject_type, subject_id, actor_id, opened_at, happened_at)
    SELECT happened.*, ${openedAt}, clock_timestamp()
    FROM unnest(${items.map(({ id }) => id)}::text[], ${items.map(({ userId }) => userId)}::bigint[],
        ${items.map(({ kind }) => kind)}::text[], ${items.map(({ subject }) => subject.type)}::text[],
        ${items.map(({ subject }) => subject.id)}::text[],
        ${items.map(({ actorId }) => (isJoined ? null : actorId))}::bigint[])
      AS happened (id, user_id, kind, subject_type, subject_id, actor_id)`.execute(tx);
}

/** Returns the newest items about any of the subjects, of all users. */
export async function listItemsAbout(
  db: Queryable,
  subjects: readonly NewActivity['subject'][],
  limit: number,
): Promise<ItemOfUser[]> {
  const { rows } = await sql<ItemOfUser>`
    SELECT item.user_id AS "userId", item.id AS "itemId"
    FROM (SELECT DISTINCT * FROM unnest(${subjects.map(({ type }) => type)}::text[],
        ${subjects.map(({ id }) => id)}::text[]) AS given (type, id)) subject
    JOIN activity_items item ON item.subject_type = subject.type AND item.subject_id = subject.id
    ORDER BY item.happened_at DESC LIMIT ${limit}`.execute(db);
  return rows;
}
