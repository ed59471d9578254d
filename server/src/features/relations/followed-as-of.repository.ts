import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';

/**
 * SQL query for the ids (column `id`) of all users that the follower followed at a given time; both parameters are
 * values or columns. Includes follows that ended since, as long as their records are kept.
 */
export function followedAsOf(
  follower: RawBuilder<unknown>,
  moment: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    SELECT follows.followed_id AS id FROM follows
    WHERE follows.follower_id = ${follower} AND follows.created_at <= ${moment}
    UNION ALL
    SELECT ended_follows.followed_id FROM ended_follows
    WHERE ended_follows.follower_id = ${follower} AND ended_follows.created_at <= ${moment}
      AND ended_follows.ended_at > ${moment}`;
}

/**
 * Deletes records of follows that ended more than `keptHours` ago. Lists older than that may then rank those senders
 * differently.
 */
export async function forgetEndedFollows(db: Queryable, keptHours: number): Promise<void> {
  await sql`
    DELETE FROM ended_follows WHERE ended_at < now() - make_interval(hours => ${keptHours})`.execute(db);
}
