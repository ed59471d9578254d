import type { Liker } from '@adda/contract/feed';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { areBlocked } from '../../relations/index.ts';

/** The number of likes, comments and shares of a post. */
export type PostActivityCounts = {
  readonly mediaId: string;
  readonly authorId: number;
  /** Whether users other than the sender may find the post. */
  readonly isListed: boolean;
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
};

/**
 * Toggles the user's like on a post that the transaction has locked. Returns whether the post is liked now, and the
 * like count.
 */
export async function toggleLike(tx: Tx, postId: number, userId: number) {
  const { numAffectedRows: taken } = await sql`
    DELETE FROM post_likes WHERE post_id = ${postId} AND user_id = ${userId}`.execute(tx);
  const isLiked = taken === 0n;
  if (isLiked) await sql`INSERT INTO post_likes (post_id, user_id) VALUES (${postId}, ${userId})`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    UPDATE posts SET like_count = like_count + ${isLiked ? 1 : -1} WHERE id = ${postId}
    RETURNING like_count AS count`.execute(tx);
  return { isLiked, count: rows[0]?.count ?? 0 };
}

/** A page of the users who like a post. */
export type LikesPage = { readonly skip: number; readonly limit: number };

/** Returns users who like a post, newest first, without those that the viewer may not see. */
export async function listLikers(
  db: Queryable,
  viewerId: number,
  postId: number,
  { skip, limit }: LikesPage,
): Promise<Liker[]> {
  const { rows } = await sql<Liker>`
    SELECT person.username, person.display_name, person.profile_image_url AS avatar
    FROM post_likes liked JOIN users person ON person.id = liked.user_id
    WHERE liked.post_id = ${postId} AND person.deleted_at IS NULL AND person.suspended_at IS NULL
      AND NOT ${areBlocked(sql`${viewerId}::bigint`, sql.ref('liked.user_id'))}
    ORDER BY liked.created_at DESC, liked.user_id LIMIT ${limit} OFFSET ${skip}`.execute(db);
  return rows;
}

/** Counts one share of a post. Returns the new share count. */
export async function countShare(tx: Tx, postId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    UPDATE posts SET share_count = share_count + 1 WHERE id = ${postId}
    RETURNING share_count AS count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Returns the current counts of these posts; deleted posts are left out. */
export async function readCounts(db: Queryable, postIds: readonly number[]): Promise<PostActivityCounts[]> {
  const { rows } = await sql<PostActivityCounts>`
    SELECT media_id AS "mediaId", author_id AS "authorId", is_listed AS "isListed",
      like_count AS likes, comment_count AS comments, share_count AS shares
    FROM posts WHERE id = ANY (${postIds}::bigint[]) AND deleted_at IS NULL`.execute(db);
  return rows;
}

/** Posts whose likes or comments were deleted, and the comments. */
type DeletedPostActivity = {
  readonly posts: readonly { readonly id: number; readonly mediaId: string }[];
  readonly commentIds: readonly string[];
};

/**
 * Deletes the user's likes and comments and updates the counts. The rows of the affected posts are locked first, in the order of
 * their ids.
 */
export async function deletePostActivityOf(tx: Tx, userId: number): Promise<DeletedPostActivity> {
  const { rows: posts } = await sql<{ id: number; mediaId: string }>`
    SELECT id, media_id AS "mediaId" FROM posts
    WHERE id IN (
      SELECT post_id FROM post_likes WHERE user_id = ${userId}
      UNION SELECT post_id FROM post_comments WHERE author_id = ${userId} AND deleted_at IS NULL)
    ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  await sql`
    WITH taken AS (DELETE FROM post_likes WHERE user_id = ${userId} RETURNING post_id)
    UPDATE posts SET like_count = like_count - 1 FROM taken WHERE posts.id = taken.post_id`.execute(tx);
  const { rows: comments } = await sql<{ comment_id: string }>`
    WITH taken AS (
      UPDATE post_comments SET deleted_at = now(), comment = '', comment_key = NULL
      WHERE author_id = ${userId} AND deleted_at IS NULL RETURNING post_id, comment_id
    ), counted AS (
      UPDATE posts SET comment_count = comment_count - deleted.n
      FROM (SELECT post_id, count(*)::integer AS n FROM taken GROUP BY post_id) deleted
      WHERE posts.id = deleted.post_id)
    SELECT comment_id FROM taken`.execute(tx);
  return { posts, commentIds: comments.map((row) => row.comment_id) };
}
