import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { areBlocked } from '../../relations/index.ts';
import { mayFind } from '../posts/post-access.repository.ts';

/** A comment with the public fields of its author. */
export type CommentRow = {
  readonly comment_id: string;
  readonly author_id: number;
  readonly username: string;
  readonly display_name: string;
  readonly avatar: string | null;
  readonly comment: string;
  readonly created_at: Date;
};

/** A page of a post's comments; `before` is the id of the last comment received. */
export type CommentsPage = {
  readonly skip: number;
  readonly limit: number;
  readonly before?: string | undefined;
};

/**
 * Returns SQL over a row of `post_comments` named `comment`: true if the comment is not deleted, its author is not
 * suspended and the viewer and the author are not blocked (SV-61).
 */
function isShown(viewerId: number): RawBuilder<boolean> {
  const author = sql.ref('comment.author_id');
  return sql<boolean>`(
    comment.deleted_at IS NULL AND NOT ${areBlocked(sql`${viewerId}::bigint`, author)}
    AND NOT EXISTS (SELECT FROM users WHERE users.id = ${author} AND users.suspended_at IS NOT NULL))`;
}

/** Returns the comments of a post that the viewer may see, newest first. */
export async function listComments(
  db: Queryable,
  viewerId: number,
  postId: number,
  { skip, limit, before }: CommentsPage,
): Promise<CommentRow[]> {
  // A comment deleted in the meantime keeps its row, so it still works as a cursor.
  const place = before
    ? sql`AND comment.id < (SELECT id FROM post_comments WHERE comment_id = ${before} AND post_id = ${postId})`
    : sql``;
  const { rows } = await sql<CommentRow>`
    SELECT comment.comment_id, comment.author_id, person.username, person.display_name,
      person.profile_image_url AS avatar, comment.comment, comment.created_at
    FROM post_comments comment JOIN users person ON person.id = comment.author_id
    WHERE comment.post_id = ${postId} AND ${isShown(viewerId)} ${place}
    ORDER BY comment.id DESC LIMIT ${limit} OFFSET ${skip}`.execute(db);
  return rows;
}

/** Returns the ids of the newest comments of a post, whoever may see them. */
export async function listCommentIds(db: Queryable, postId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ comment_id: string }>`
    SELECT comment_id FROM post_comments WHERE post_id = ${postId} AND deleted_at IS NULL
    ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.comment_id);
}

/** Returns the number of comments of a post that the viewer may see. */
export async function countComments(db: Queryable, viewerId: number, postId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM post_comments comment
    WHERE comment.post_id = ${postId} AND ${isShown(viewerId)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A comment to insert; `key` is the client's idempotency key, the same on every retry. */
export type NewComment = {
  readonly commentId: string;
  readonly postId: number;
  readonly authorId: number;
  readonly key: string | undefined;
  readonly text: string;
};

/**
 * Inserts a comment under a post that the transaction has locked. Returns the new comment count of the post, or
 * undefined if the author has already used the key.
 */
export async function insertComment(tx: Tx, comment: NewComment): Promise<number | undefined> {
  const stored = await tx
    .insertInto('post_comments')
    .values({
      comment_id: comment.commentId,
      post_id: comment.postId,
      author_id: comment.authorId,
      comment_key: comment.key ?? null,
      comment: comment.text,
    })
    .onConflict((conflict) => conflict.constraint('post_comments_comment_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored && addToCount(tx, comment.postId, 1);
}

/** Returns the comment that an author wrote with a key, with the comment count of its post. */
export async function findByCommentKey(
  db: Queryable,
  authorId: number,
  key: string,
): Promise<{ readonly commentId: string; readonly count: number } | undefined> {
  return db
    .selectFrom('post_comments')
    .innerJoin('posts', 'posts.id', 'post_comments.post_id')
    .select(['post_comments.comment_id as commentId', 'posts.comment_count as count'])
    .where('post_comments.author_id', '=', authorId)
    .where('post_comments.comment_key', '=', key)
    .executeTakeFirst();
}

/** A comment to delete. `isSeen`: the caller may see the comment and find its post. */
export type LockedComment = {
  readonly id: number;
  readonly postId: number;
  readonly authorId: number;
  readonly postAuthorId: number;
  readonly isSeen: boolean;
};

/** Finds a comment and locks its post until the transaction ends; undefined if the comment is deleted. */
export async function lockComment(
  tx: Tx,
  viewerId: number,
  commentId: string,
): Promise<LockedComment | undefined> {
  const { rows } = await sql<LockedComment>`
    SELECT comment.id, comment.post_id AS "postId", comment.author_id AS "authorId",
      post.author_id AS "postAuthorId", ${mayFind(viewerId)} AND ${isShown(viewerId)} AS "isSeen"
    FROM post_comments comment JOIN posts post ON post.id = comment.post_id
    JOIN users sender ON sender.id = post.author_id
    WHERE comment.comment_id = ${commentId} AND comment.deleted_at IS NULL AND post.deleted_at IS NULL
    FOR NO KEY UPDATE OF post`.execute(tx);
  return rows[0];
}

/**
 * Deletes a comment of a locked post. Returns the new comment count, or undefined if it was already deleted. Its key
 * becomes free: writing the same text again creates a new comment.
 */
export async function deleteComment(
  tx: Tx,
  { id, postId }: Pick<LockedComment, 'id' | 'postId'>,
): Promise<number | undefined> {
  const { numAffectedRows } = await sql`
    UPDATE post_comments SET deleted_at = now(), comment = '', comment_key = NULL
    WHERE id = ${id} AND deleted_at IS NULL`.execute(tx);
  return numAffectedRows === 1n ? addToCount(tx, postId, -1) : undefined;
}

async function addToCount(tx: Tx, postId: number, by: 1 | -1): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    UPDATE posts SET comment_count = comment_count + ${by} WHERE id = ${postId}
    RETURNING comment_count AS count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** A comment as stored with a report. */
export type CommentEvidence = {
  readonly commentId: string;
  readonly authorId: number;
  readonly text: string;
  readonly timestamp: string;
};

/** Returns a comment that is not deleted, without checking any viewer's rights. */
export async function findCommentEvidence(
  db: Queryable,
  commentId: string,
): Promise<CommentEvidence | undefined> {
  const { rows } = await sql<{ author_id: number; comment: string; created_at: Date }>`
    SELECT author_id, comment, created_at FROM post_comments
    WHERE comment_id = ${commentId} AND deleted_at IS NULL`.execute(db);
  const [row] = rows;
  return (
    row && {
      commentId,
      authorId: row.author_id,
      text: row.comment,
      timestamp: row.created_at.toISOString(),
    }
  );
}
