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

/** Finds the post that a call names. Throws `invalid_media_id`, or `media_not_found` where the viewer may not find it. */
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

/** The same for global admins, from whom neither a block nor privacy keeps what they delete. */
export async function findAnyPost(
  db: Queryable,
  givenId: string,
): Promise<Pick<FoundPost, 'id' | 'authorId'>> {
  const post = await findStoredPost(db, givenId);
  if (!post) throw appError('media_not_found');
  return post;
}

/** The post that a call names, whoever may find it. Throws `invalid_media_id`. */
export function findStoredPost(
  db: Queryable,
  givenId: string,
): Promise<Pick<FoundPost, 'id' | 'authorId'> | undefined> {
  return findStored(db, idOf(givenId));
}

/** The same for what only those may do who see the original. Throws `media_locked` for others as well. */
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

/** The post that somebody without an account means; undefined for what is not public, and for an id that is none. */
export async function findPublicPost(db: Queryable, givenId: string): Promise<PostRow | undefined> {
  return mediaId.safeParse(givenId).success ? findPublicRow(db, givenId) : undefined;
}
