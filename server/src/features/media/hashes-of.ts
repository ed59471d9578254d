import type { Queryable } from '../../platform/database/index.ts';
import type { UploadHashes } from '../safety/index.ts';

/** Ids of images and profile pictures (`images`), and of files of posts (`media_files`). */
export type KeptMedia = { readonly imageIds: readonly string[]; readonly fileIds: readonly string[] };

/**
 * Returns the hashes of stored media, without duplicates. Deleted media, and those from before hashes were stored,
 * are omitted.
 */
export async function hashesOf(
  db: Queryable,
  { imageIds, fileIds }: KeptMedia,
): Promise<readonly UploadHashes[]> {
  const rows = await db
    .selectFrom('images')
    .select(['sha256', 'dhash'])
    .where('id', 'in', imageIds.length > 0 ? imageIds : [''])
    .union(
      db
        .selectFrom('media_files')
        .select(['sha256', 'dhash'])
        .where('id', 'in', fileIds.length > 0 ? fileIds : ['']),
    )
    .execute();
  return rows.flatMap(({ sha256, dhash }) => (sha256 === null ? [] : [{ sha256, dhash }]));
}
