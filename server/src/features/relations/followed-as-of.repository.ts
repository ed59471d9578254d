import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';

/**
 * SQL of a query for the ids, as `id`, of everybody whom somebody followed at a moment; both are values or columns. Who
 * was unfollowed since is among them, as long as the notes of it are kept.
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

/** Forgets follows that ended so many hours ago: lists as of before may then rank those senders anew. */
export async function forgetEndedFollows(db: Queryable, keptHours: number): Promise<void> {
  await sql`
    DELETE FROM ended_follows WHERE ended_at < now() - make_interval(hours => ${keptHours})`.execute(db);
}
