import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

/** SQL condition: no ad uses the image. Images of ads are kept, also when their uploader is deleted. */
const NO_AD_SHOWS_IT = sql`
  NOT EXISTS (SELECT FROM ads WHERE ads.image_id = images.id)
  AND NOT EXISTS (SELECT FROM reward_ads WHERE reward_ads.image_id = images.id)`;

/** Deletes images. Returns the ids of the deleted ones. */
export async function deleteImages(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM images WHERE id = ANY (${ids}::text[]) AND ${NO_AD_SHOWS_IT} RETURNING id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Deletes the images of a user: all, or only those never used. Returns their ids. */
export async function deleteImagesOf(
  tx: Tx,
  ownerId: number,
  { isUnusedOnly }: { isUnusedOnly: boolean },
): Promise<string[]> {
  const which = isUnusedOnly ? sql`AND used_at IS NULL` : sql``;
  const { rows } = await sql<{ id: string }>`
    DELETE FROM images WHERE owner_id = ${ownerId} ${which} AND ${NO_AD_SHOWS_IT} RETURNING id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Deletes the files of a user that no post uses. Returns their ids. */
export async function deleteUnusedFilesOf(tx: Tx, ownerId: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM media_files WHERE owner_id = ${ownerId} AND used_at IS NULL RETURNING id`.execute(tx);
  return rows.map((row) => row.id);
}
