import type { Insertable, Selectable } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
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
