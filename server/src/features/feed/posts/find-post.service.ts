import { mediaId } from '@adda/contract/feed';
import type { Queryable, Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import {
  findAccess,
  findStored,
  type FoundPost,
  type PostReading,
  findReported,
} from './post-access.repository.ts';
import { findPublicRow, type PostRow, findPostRow } from './post-rows.repository.ts';

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

/** A post as it was when it was reported. `file_id` refers to the media feature, null for a text-only post. */
export type PostEvidence = {
  readonly media_id: string;
  readonly caption: string | null;
  readonly hashtags: string | null;
  readonly visibility: string;
  readonly is_locked: boolean;
  readonly created_at: string;
  readonly file_id: string | null;
};

/**
 * Creates the function that returns the evidence of a reported post and its author (SV-47). It covers listed posts and
 * the reporter's own, including the original of a locked post that the reporter may not see, and ignores blocks:
 * reporting is always possible. Undefined for any other id.
 */
export function createPostEvidence({ db }: Database) {
  return async (
    viewerId: number,
    givenId: string,
  ): Promise<{ readonly authorId: number; readonly post: PostEvidence } | undefined> => {
    if (!mediaId.safeParse(givenId).success) return undefined;
    const found = await findReported(db, viewerId, givenId);
    const row = found && (await findPostRow(db, found.id));
    return (
      row && {
        authorId: row.author_id,
        post: {
          media_id: row.media_id,
          caption: row.caption,
          hashtags: row.hashtags,
          visibility: row.visibility,
          is_locked: row.is_locked,
          created_at: row.created_at.toISOString(),
          file_id: row.file_id,
        },
      }
    );
  };
}
