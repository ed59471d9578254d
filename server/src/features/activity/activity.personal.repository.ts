import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';
import { nameFor } from '../relations/index.ts';
import type { ItemOfUser } from './activity.repository.ts';

const activity = sectionOf(
  {
    name: 'activity',
    about: 'What happened to you: likes, comments, follows, mentions and more.',
    start: '',
  },
  (me, after) => sql`
    SELECT item.id AS cursor, item.kind, item.subject_type AS about, ${nameFor(me, sql`item.actor_id`)} AS by,
      item.happened_at AS created_at, item.is_read
    FROM activity_items item WHERE item.user_id = ${me} AND item.id > ${after} ORDER BY item.id LIMIT ${PERSONAL_PAGE}`,
);

/** Personal data: what happened to the user. The texts are in the sections of their features. */
export const activitySections: readonly PersonalSection[] = [activity];

/** Deletes a user's items, and those of others with the user as the actor; returns the latter. */
export async function deleteItemsOf(tx: Tx, userId: number): Promise<ItemOfUser[]> {
  await sql`SELECT FROM activity_items WHERE user_id = ${userId} OR actor_id = ${userId} ORDER BY id FOR UPDATE`.execute(
    tx,
  );
  await sql`DELETE FROM activity_readers WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM activity_items WHERE user_id = ${userId}`.execute(tx);
  const { rows } = await sql<ItemOfUser>`
    DELETE FROM activity_items WHERE actor_id = ${userId} RETURNING user_id AS "userId", id AS "itemId"`.execute(
    tx,
  );
  return rows;
}

/** Deletes some items that are older than a number of days; returns how many. */
export async function deleteOldItems(db: Queryable, days: number, limit: number): Promise<number> {
  const { rows } = await sql`
    DELETE FROM activity_items WHERE id IN (
      SELECT id FROM activity_items WHERE happened_at < now() - make_interval(days => ${days}) LIMIT ${limit}
      FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(db);
  return rows.length;
}
