import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { mayFind } from './post-access.repository.ts';

/** Cursor of a list of posts by age: the last post received. */
export type PostCursor = { readonly createdAt: Date; readonly mediaId: string };

/** A page of a user's posts. */
export type PostsQuery = {
  readonly viewerId: number;
  readonly senderId: number;
  readonly after: PostCursor | undefined;
  readonly skip: number;
  readonly limit: number;
};

/** Returns the posts of a user that the viewer may find, newest first. */
export async function listPostIds(
  db: Queryable,
  { viewerId, senderId, after, skip, limit }: PostsQuery,
): Promise<number[]> {
  const place = after
    ? sql`AND (post.created_at, post.media_id) < (${after.createdAt}::timestamptz, ${after.mediaId})`
    : sql``;
  const { rows } = await sql<{ id: number }>`
    SELECT post.id FROM posts post JOIN users sender ON sender.id = post.author_id
    WHERE post.author_id = ${senderId} AND ${mayFind(viewerId, senderId)} ${place}
    ORDER BY post.created_at DESC, post.media_id DESC OFFSET ${skip} LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** The sender whose posts are requested. */
type Sender = { readonly id: number; readonly isGuest: boolean; readonly isSuspended: boolean };

/** Returns the user with a name; undefined if unknown or deleted. */
export async function findSender(db: Queryable, username: string): Promise<Sender | undefined> {
  const { rows } = await sql<Sender>`
    SELECT id, is_guest AS "isGuest", suspended_at IS NOT NULL AS "isSuspended"
    FROM users WHERE username = ${username} AND deleted_at IS NULL`.execute(db);
  return rows[0];
}

/** Returns the public ids of a user's newest listed posts, even if the sender is suspended. */
export async function listListedIds(db: Queryable, authorId: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .select('media_id')
    .where('author_id', '=', authorId)
    .where('is_listed', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('media_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.media_id);
}
