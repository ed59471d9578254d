import type { Post } from '@adda/contract/feed';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Media } from '../../media/index.ts';
import { findPostRows } from './post-rows.repository.ts';
import { viewFor } from './post-view.ts';

/** Who looks, and what makes links for them. */
export type PostReader = { readonly viewerId: number; readonly media: Pick<Media, 'fileLink'> };

/**
 * Posts as one viewer gets them, in the order of the ids, in one statement; those that the viewer may not find are left
 * out. `position` is empty: the list knows it.
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
