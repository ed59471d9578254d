import { mediaId } from '@adda/contract/feed';
import type { Queryable } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { findAccess, findStored, type FoundPost, type PostReading } from './post-access.repository.ts';
import { findPublicRow, type PostRow } from './post-rows.repository.ts';

export type { FoundPost } from './post-access.repository.ts';

function idOf(given: string): string {
  if (!mediaId.safeParse(given).success) throw appError('invalid_media_id');
  return given;
}

/**
 * Returns the post with the given public id. Throws `invalid_media_id`, or `media_not_found` if the viewer may not find
 * it.
 */
export async function findPost(
  db: Queryable,
  viewerId: number,
  givenId: string,
  how?: PostReading,
): Promise<FoundPost> {
  const post = await findAccess(db, viewerId, idOf(givenId), how);
  if (!post) throw appError('media_not_found');
  return post;
}

/**
 * Like {@link findPost}, for global admins: neither a block nor privacy prevents them from deleting. Throws
 * `invalid_media_id` or `media_not_found`.
 */
export async function findAnyPost(
  db: Queryable,
  givenId: string,
): Promise<Pick<FoundPost, 'id' | 'authorId'>> {
  const post = await findStoredPost(db, givenId);
  if (!post) throw appError('media_not_found');
  return post;
}

/**
 * Returns the post with the given public id without checking a viewer's rights; undefined if it does not exist. Throws
 * `invalid_media_id`.
 */
export function findStoredPost(
  db: Queryable,
  givenId: string,
): Promise<Pick<FoundPost, 'id' | 'authorId'> | undefined> {
  return findStored(db, idOf(givenId));
}

/** Like {@link findPost}, for actions that require the right to see the original. Also throws `media_locked`. */
export async function findVisiblePost(
  db: Queryable,
  viewerId: number,
  givenId: string,
  how?: PostReading,
): Promise<FoundPost> {
  const post = await findPost(db, viewerId, givenId, how);
  if (!post.canView) throw appError('media_locked');
  return post;
}

/** Returns a public post for a caller without an account; undefined if it is not public or the id is invalid. */
export async function findPublicPost(db: Queryable, givenId: string): Promise<PostRow | undefined> {
  return mediaId.safeParse(givenId).success ? findPublicRow(db, givenId) : undefined;
}
