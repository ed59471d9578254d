import { type Insertable, type Selectable, sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { UploadHashes } from '../safety/index.ts';
import type { ImagesTable } from './media.tables.ts';

/** A stored image; width and height in pixels. */
export type StoredImage = { readonly id: string; readonly width: number; readonly height: number };

export async function insertImage(db: Queryable, image: Insertable<ImagesTable>): Promise<void> {
  await db.insertInto('images').values(image).execute();
}

/** Returns an image of this owner with its hashes; undefined for images of other users. */
export async function findImageOf(
  db: Queryable,
  ownerId: number,
  id: string,
): Promise<(StoredImage & Pick<Selectable<ImagesTable>, 'sha256' | 'dhash'>) | undefined> {
  return db
    .selectFrom('images')
    .select(['id', 'width', 'height', 'sha256', 'dhash'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
}

/** Returns the size of an image of any owner. */
export async function findImage(
  db: Queryable,
  id: string,
): Promise<Pick<StoredImage, 'width' | 'height'> | undefined> {
  return db.selectFrom('images').select(['width', 'height']).where('id', '=', id).executeTakeFirst();
}

/** Records the first use. */
export async function recordImageUse(db: Queryable, id: string, now: Date): Promise<void> {
  await db
    .updateTable('images')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute();
}

/** Returns ids of images that were created before a time and never used, the oldest first. */
export async function listUnusedImages(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('used_at', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes an image unless it was used meanwhile. Returns whether it was deleted. */
export async function deleteUnusedImage(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('images')
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** Deletes an image regardless of its use. */
export async function deleteImage(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('images').where('id', '=', id).execute();
}

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

/** SQL condition: no message contains the image. Another user may have forwarded it (FT-06). */
const NO_MESSAGE_SHOWS_IT = sql`NOT EXISTS (SELECT FROM messages WHERE messages.image_id = images.id)`;

/** Deletes the images of a user: all that no message contains, or only those never used. Returns their ids. */
export async function deleteImagesOf(
  tx: Tx,
  ownerId: number,
  { isUnusedOnly }: { isUnusedOnly: boolean },
): Promise<string[]> {
  const which = isUnusedOnly ? sql`AND used_at IS NULL` : sql``;
  const { rows } = await sql<{ id: string }>`
    DELETE FROM images WHERE owner_id = ${ownerId} ${which} AND ${NO_AD_SHOWS_IT} AND ${NO_MESSAGE_SHOWS_IT} RETURNING id`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

/** Deletes the files of a user that no post uses. Returns their ids. */
export async function deleteUnusedFilesOf(tx: Tx, ownerId: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM media_files WHERE owner_id = ${ownerId} AND used_at IS NULL RETURNING id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Ids of images and profile pictures (`images`), of recordings, and of files of posts (`media_files`). */
type KeptMedia = {
  readonly imageIds?: readonly string[];
  readonly audioIds?: readonly string[];
  readonly fileIds?: readonly string[];
};

/**
 * Returns the hashes of stored media, without duplicates. Deleted media, and those from before hashes were stored,
 * are omitted.
 */
export async function hashesOf(
  db: Queryable,
  { imageIds = [], audioIds = [], fileIds = [] }: KeptMedia,
): Promise<readonly UploadHashes[]> {
  const { rows } = await sql<{ sha256: string | null; dhash: string | null }>`
    SELECT sha256, dhash FROM images WHERE id = ANY (${imageIds}::text[])
    UNION SELECT sha256, dhash FROM media_files WHERE id = ANY (${fileIds}::text[])
    UNION SELECT sha256, NULL FROM recordings WHERE id = ANY (${audioIds}::text[])`.execute(db);
  return rows.flatMap(({ sha256, dhash }) => (sha256 === null ? [] : [{ sha256, dhash }]));
}
