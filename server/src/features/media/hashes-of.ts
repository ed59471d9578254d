import type { Queryable } from '../../platform/database/index.ts';
import type { UploadHashes } from '../safety/index.ts';

/** Images of messages and profile pictures, and files of posts, by their ids in `images` and `media_files`. */
export type KeptMedia = { readonly imageIds: readonly string[]; readonly fileIds: readonly string[] };

/** The hashes of what is kept, each file once; none of what is gone or came before there were hashes. */
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
