import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { isSubscribed } from '../../creators/index.ts';
import { areBlocked } from '../../relations/index.ts';

/**
 * SQL over a row of `posts` named `post` and its sender's row of `users` named `sender`: whether a viewer may know of
 * the post at all. Others find what is public or locked (X-26), unless the two are blocked or the sender is gone
 * (SV-55). The one condition of every list and every call (R-14). A query about the posts of one person names them in
 * `senderId`, so that the block is looked up once and not for each row.
 */
export function mayFind(viewerId: number, senderId?: number): RawBuilder<boolean> {
  const author = senderId === undefined ? sql.ref('post.author_id') : sql`${senderId}::bigint`;
  const viewer = sql`${viewerId}::bigint`;
  return sql<boolean>`(
    post.deleted_at IS NULL AND sender.deleted_at IS NULL AND (
      post.author_id = ${viewer}
      OR (post.is_listed AND sender.suspended_at IS NULL
        AND NOT ${areBlocked(viewer, author)})))`;
}

/** SQL over the same rows, of a post that the viewer may find: whether they may see its original as well (FE-10). */
export function maySee(viewerId: number): RawBuilder<boolean> {
  const viewer = sql`${viewerId}::bigint`;
  return sql<boolean>`(
    NOT post.is_locked OR post.author_id = ${viewer}
    OR ${isSubscribed(viewer, sql.ref('post.author_id'))})`;
}

/**
 * SQL over the same rows and its file's row named `file`, null for words alone: whether anybody may see the post,
 * without an account. A file that could not be used leaves nothing to show them.
 */
export const isPublic: RawBuilder<boolean> = sql<boolean>`(
  post.is_listed AND post.visibility = 'public' AND NOT post.is_locked AND file.state IS DISTINCT FROM 'failed'
  AND sender.deleted_at IS NULL AND sender.suspended_at IS NULL)`;

/** A post that a viewer may find. */
export type FoundPost = {
  readonly id: number;
  readonly mediaId: string;
  readonly authorId: number;
  /** Null for words alone. */
  readonly fileId: string | null;
  readonly isLocked: boolean;
  /** Whether the viewer may see the original (FE-10). */
  readonly canView: boolean;
  readonly isListed: boolean;
};

/** A post that is there, whoever may find it. */
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

/** A post that somebody names in a report: their own, or one that others may find, whoever is blocked or suspended. */
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

/** How a post is read: `isKept`, nobody else changes it until the transaction ends. */
export type PostReading = { readonly isKept?: boolean };

/** The post of a public id; undefined where the viewer may not find it. */
export async function findAccess(
  db: Queryable,
  viewerId: number,
  mediaId: string,
  { isKept = false }: PostReading = {},
): Promise<FoundPost | undefined> {
  const { rows } = await sql<FoundPost>`
    SELECT post.id, post.media_id AS "mediaId", post.author_id AS "authorId",
      post.file_id AS "fileId", post.is_locked AS "isLocked", ${maySee(viewerId)} AS "canView", post.is_listed AS "isListed"
    FROM posts post JOIN users sender ON sender.id = post.author_id
    WHERE post.media_id = ${mediaId} AND ${mayFind(viewerId)}
    ${isKept ? sql`FOR NO KEY UPDATE OF post` : sql``}`.execute(db);
  return rows[0];
}
