import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { isSubscribed } from '../../creators/index.ts';
import { areBlocked, isHiddenFrom, isHiding } from '../../relations/index.ts';

/**
 * Returns SQL over a row of `posts` named `post` and its sender's row of `users` named `sender`: whether the viewer may
 * find the post. Other users find public and locked posts (X-26), unless the two are blocked or the sender is deleted
 * or suspended (SV-55), or the sender is hidden from the viewer (MR-05). Every list and every call uses this condition (R-14). A query about the posts of one sender
 * passes `senderId`, so that the block is looked up once and not for each row.
 */
export function mayFind(viewerId: number, senderId?: number): RawBuilder<boolean> {
  const author = senderId === undefined ? sql.ref('post.author_id') : sql`${senderId}::bigint`;
  const viewer = sql`${viewerId}::bigint`;
  return sql<boolean>`(
    post.deleted_at IS NULL AND sender.deleted_at IS NULL AND (
      post.author_id = ${viewer}
      OR (post.is_listed AND sender.suspended_at IS NULL
        AND NOT ${areBlocked(viewer, author)} AND NOT ${isHiddenFrom(author, viewer)})))`;
}

/**
 * Returns SQL over the same rows, for a post that the viewer may find: whether the viewer may also see its original
 * (FE-10).
 */
export function maySee(viewerId: number): RawBuilder<boolean> {
  const viewer = sql`${viewerId}::bigint`;
  return sql<boolean>`(
    NOT post.is_locked OR post.author_id = ${viewer}
    OR ${isSubscribed(viewer, sql.ref('post.author_id'))})`;
}

/**
 * SQL over the same rows and the row of the file named `file`, null for a text-only post: whether the post is visible
 * without an account. A failed file leaves nothing to show.
 */
export const isPublic: RawBuilder<boolean> = sql<boolean>`(
  post.is_listed AND post.visibility = 'public' AND NOT post.is_locked AND file.state IS DISTINCT FROM 'failed'
  AND sender.deleted_at IS NULL AND sender.suspended_at IS NULL AND NOT ${isHiding(sql`sender.id`)})`;

/** A post that a viewer may find. */
export type FoundPost = {
  readonly id: number;
  readonly mediaId: string;
  readonly authorId: number;
  /** Null for a text-only post. */
  readonly fileId: string | null;
  readonly isLocked: boolean;
  /** Whether the viewer may see the original (FE-10). */
  readonly canView: boolean;
  readonly isListed: boolean;
};

/** Returns a post that is not deleted, without checking a viewer's rights. */
export async function findStored(
  db: Queryable,
  mediaId: string,
): Promise<Pick<FoundPost, 'id' | 'authorId'> | undefined> {
  const { rows } = await sql<Pick<FoundPost, 'id' | 'authorId'>>`
    SELECT id, author_id AS "authorId" FROM posts WHERE media_id = ${mediaId} AND deleted_at IS NULL`.execute(
    db,
  );
  return rows[0];
}

/**
 * Returns the post named in a report: the reporter's own, or one that is listed, regardless of blocks and suspensions.
 */
export async function findReported(
  db: Queryable,
  reporterId: number,
  mediaId: string,
): Promise<Pick<FoundPost, 'id'> | undefined> {
  const { rows } = await sql<Pick<FoundPost, 'id'>>`
    SELECT id FROM posts WHERE media_id = ${mediaId} AND deleted_at IS NULL
      AND (is_listed OR author_id = ${reporterId})`.execute(db);
  return rows[0];
}

/** Options of reading a post; `isKept` locks the row until the transaction ends. */
export type PostReading = { readonly forUpdate?: boolean };

/** Returns the post of a public id; undefined if the viewer may not find it. */
export async function findAccess(
  db: Queryable,
  viewerId: number,
  mediaId: string,
  { forUpdate = false }: PostReading = {},
): Promise<FoundPost | undefined> {
  const { rows } = await sql<FoundPost>`
    SELECT post.id, post.media_id AS "mediaId", post.author_id AS "authorId",
      post.file_id AS "fileId", post.is_locked AS "isLocked", ${maySee(viewerId)} AS "canView", post.is_listed AS "isListed"
    FROM posts post JOIN users sender ON sender.id = post.author_id
    WHERE post.media_id = ${mediaId} AND ${mayFind(viewerId)}
    ${forUpdate ? sql`FOR NO KEY UPDATE OF post` : sql``}`.execute(db);
  return rows[0];
}
