import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { mayFind } from './post-access.repository.ts';

/** Returns the number of an author's posts that the viewer may find. */
export async function countPosts(db: Queryable, viewerId: number, authorId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM posts post JOIN users sender ON sender.id = post.author_id
    WHERE post.author_id = ${authorId} AND ${mayFind(viewerId, authorId)}`.execute(db);
  return rows[0]?.total ?? 0;
}
