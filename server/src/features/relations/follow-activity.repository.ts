import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { countActors, hasActor, isJoined, newestActors } from './joined-actors.repository.ts';

/** An item of the activity: that users followed the reader. The activity calls this feature, so that it is not imported here. */
type Item = { readonly id: string; readonly openedAt: Date };

const columnsOf = (items: readonly Item[]) => sql`
  unnest(${items.map(({ id }) => id)}::text[], ${items.map(({ openedAt }) => openedAt)}::timestamptz[])
    AS item (id, opened_at)`;

const followersOf = (readerId: number) => ({
  acts: sql`
    SELECT follows.follower_id AS actor_id, follows.created_at FROM follows
    WHERE follows.followed_id = ${readerId}::bigint AND ${isJoined(sql`follows.created_at`, sql`item.opened_at`)}`,
  reader: sql`${readerId}::bigint`,
});

/** Who began to follow the reader, and follows them still: a source of the activity (NT-01). */
export const followActivity = {
  kinds: ['follow'],

  async resolve(db: Queryable, readerId: number, items: readonly Item[]) {
    const joined = followersOf(readerId);
    const { rows } = await sql<{ id: string; username: string; actors: number[]; count: number }>`
      SELECT item.id, reader.username, ${newestActors(joined)} AS actors, ${countActors(joined)} AS count
      FROM ${columnsOf(items)} JOIN users reader ON reader.id = ${readerId}`.execute(db);
    return new Map(
      rows
        .filter(({ count }) => count > 0)
        .map(({ id, username, actors, count }) => [
          id,
          {
            actorIds: actors,
            actorCount: count,
            subject: { type: 'user', id: username } as const,
            excerpt: '',
          },
        ]),
    );
  },

  async listUnseen(db: Queryable, readerId: number, items: readonly Item[]): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ id: string }>`
      SELECT item.id FROM ${columnsOf(items)} WHERE ${hasActor(followersOf(readerId))}`.execute(db);
    return new Set(rows.map(({ id }) => id));
  },

  async listSubjectsBy(db: Queryable, actorId: number, limit: number) {
    const { rows } = await sql<{ id: string }>`
      SELECT followed_id::text AS id FROM follows WHERE follower_id = ${actorId}
      ORDER BY created_at DESC LIMIT ${limit}`.execute(db);
    return rows.map(({ id }) => ({ type: 'user', id }) as const);
  },
} as const;
