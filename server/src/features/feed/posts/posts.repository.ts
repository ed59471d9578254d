import type { Visibility } from '@adda/contract/feed';
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { deletePostWords } from '../finding/post-words.repository.ts';
import type { PostsTable } from '../feed.tables.ts';

/**
 * Locks the user row, so that the account is not deleted until the transaction ends. Returns false if it is already
 * deleted.
 */
export async function lockSender(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users
    WHERE id = ${userId} AND deleted_at IS NULL AND suspended_at IS NULL FOR KEY SHARE`.execute(tx);
  return rows.length === 1;
}

/** Inserts a post. Returns its row id, or undefined if the sender has already used the upload key. */
export async function insertPost(tx: Tx, post: Insertable<PostsTable>): Promise<number | undefined> {
  const stored = await tx
    .insertInto('posts')
    .values(post)
    .onConflict((conflict) => conflict.constraint('posts_upload_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored?.id;
}

/** Returns the public id of the post that a sender created with an upload key. */
export async function findByUploadKey(
  db: Queryable,
  senderId: number,
  uploadKey: string,
): Promise<string | undefined> {
  const post = await db
    .selectFrom('posts')
    .select('media_id')
    .where('author_id', '=', senderId)
    .where('upload_key', '=', uploadKey)
    .executeTakeFirst();
  return post?.media_id;
}

/** A post whose row is locked for a change. */
export type LockedPost = {
  readonly id: number;
  readonly mediaId: string;
  readonly senderId: number;
  readonly sender: string;
  readonly fileId: string | null;
  readonly isLocked: boolean;
  readonly visibility: Visibility;
  readonly isListed: boolean;
  /** The plan of a locked post: its row id and its public id. */
  readonly planRow: number | null;
  readonly planId: string | null;
};

const LOCKED = sql`
  SELECT post.id, post.media_id AS "mediaId", post.author_id AS "senderId", sender.username AS sender,
    post.file_id AS "fileId", post.is_locked AS "isLocked", post.visibility, post.is_listed AS "isListed",
    post.plan_id AS "planRow", plan.plan_id AS "planId"
  FROM posts post JOIN users sender ON sender.id = post.author_id LEFT JOIN plans plan ON plan.id = post.plan_id
  WHERE post.deleted_at IS NULL`;

/** Locks a post until the transaction ends; undefined if it is deleted. */
export async function lockPost(tx: Tx, postId: number): Promise<LockedPost | undefined> {
  const { rows } = await sql<LockedPost>`${LOCKED} AND post.id = ${postId} FOR UPDATE OF post`.execute(tx);
  return rows[0];
}

/** Locks all posts of a user until the transaction ends. */
export async function lockPostsOf(tx: Tx, senderId: number): Promise<LockedPost[]> {
  const { rows } = await sql<LockedPost>`
    ${LOCKED} AND post.author_id = ${senderId} ORDER BY post.id FOR UPDATE OF post`.execute(tx);
  return rows;
}

/** Access settings of a post. `planRow` is set for a locked post. */
export type PostAccess = {
  readonly isLocked: boolean;
  readonly planRow: number | null;
  readonly visibility: Visibility;
};

export async function setAccess(tx: Tx, postId: number, access: PostAccess): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ is_locked: access.isLocked, plan_id: access.planRow, visibility: access.visibility })
    .where('id', '=', postId)
    .execute();
}

/**
 * Clears the content of posts and marks them deleted. The rows stay, because other rows refer to them. Their upload
 * keys become free: posting the same again creates a new post.
 */
export async function clearPosts(tx: Tx, postIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE posts SET deleted_at = now(), file_id = NULL, caption = NULL, hashtags = NULL, feeling = NULL,
      upload_key = NULL
    WHERE id = ANY (${postIds}::bigint[])`.execute(tx);
  await deletePostWords(tx, postIds);
}
