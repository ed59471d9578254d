import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { isFollowing } from './follows.repository.ts';

/**
 * SQL query for the ids (column `id`) of all users who are hidden from the viewer: after a report of a threat, from
 * everybody whom they neither follow nor have written a private message to (MR-05). For queries that check many rows for
 * one viewer.
 */
export const hiddenFrom = (viewer: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT hidings.user_id AS id FROM hidings
  WHERE hidings.until > now() AND hidings.user_id <> ${viewer}
    AND NOT ${isFollowing(sql`hidings.user_id`, viewer)}
    AND NOT EXISTS (
      SELECT FROM direct_conversations pair JOIN messages m ON m.conversation_id = pair.conversation_id
      WHERE pair.low_id = least(hidings.user_id, ${viewer}) AND pair.high_id = greatest(hidings.user_id, ${viewer})
        AND m.sender_id = hidings.user_id)`;

/**
 * SQL condition: the user is hidden from the viewer, as `hiddenFrom`. Each is a user id, as a column or a value. Profiles,
 * the directory, the search for people, and posts use it: the user is then unknown there.
 */
export const isHiddenFrom = (person: RawBuilder<unknown>, viewer: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM (${hiddenFrom(viewer)}) hiding WHERE hiding.id = ${person})`;

/** SQL condition: the user is hidden from strangers, and so from everybody without an account. */
export const isHiding = (person: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM hidings WHERE hidings.user_id = ${person} AND hidings.until > now())`;

/** Returns until when the user is hidden; undefined if they are not. */
export async function readHiding(db: Queryable, userId: number): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date }>`
    SELECT until FROM hidings WHERE user_id = ${userId} AND until > now()`.execute(db);
  return rows[0]?.until;
}

/** Hides the user for a number of days from now; returns the end. */
export async function insertHiding(tx: Tx, userId: number, days: number): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    INSERT INTO hidings (user_id, until) VALUES (${userId}, now() + make_interval(days => ${days}))
    ON CONFLICT (user_id) DO UPDATE SET until = excluded.until
    RETURNING until`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('INSERT answered no row');
  return row.until;
}

/** Shows the user to everybody again. */
export async function deleteHiding(db: Queryable, userId: number): Promise<void> {
  await sql`DELETE FROM hidings WHERE user_id = ${userId}`.execute(db);
}
