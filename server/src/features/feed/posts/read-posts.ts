import type { Post } from '@adda/contract/feed';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Media } from '../../media/index.ts';
import { findPostRows } from './post-rows.repository.ts';
import { viewFor } from './post-view.ts';

/** The viewer, and the signer of links for that viewer. */
export type PostReader = { readonly viewerId: number; readonly media: Pick<Media, 'fileLink'> };

/**
 * Returns posts as one viewer sees them, in the order of the ids, in one statement; posts that the viewer may not find
 * are left out. `position` is empty: the list sets it.
 */
export async function readPosts(
  db: Queryable,
  { viewerId, media }: PostReader,
  postIds: readonly number[],
): Promise<Post[]> {
  if (postIds.length === 0) return [];
  const rows = await findPostRows(db, viewerId, postIds);
  return rows.map((row) => viewFor(row, viewerId, media));
}
