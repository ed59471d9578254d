import type { Insertable, Selectable } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { ImagesTable } from './media.tables.ts';

/** An image that this server keeps; width and height in pixels. */
export type StoredImage = { readonly id: string; readonly width: number; readonly height: number };

export async function insertImage(db: Queryable, image: Insertable<ImagesTable>): Promise<void> {
  await db.insertInto('images').values(image).execute();
}

/** An image of this owner with its hashes; other people's images are not found. */
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

/** The size of an image, whoever owns it. */
export async function findImage(
  db: Queryable,
  id: string,
): Promise<Pick<StoredImage, 'width' | 'height'> | undefined> {
  return db.selectFrom('images').select(['width', 'height']).where('id', '=', id).executeTakeFirst();
}

/** Notes the first use. */
export async function noteImageUse(db: Queryable, id: string, now: Date): Promise<void> {
  await db
    .updateTable('images')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute();
}

/** Ids of images that were made before a time and never used, the oldest first. */
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

/** Removes an image unless it was used in the meantime; answers whether it was removed. */
export async function deleteUnusedImage(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('images')
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** Removes an image whatever it is used for. */
export async function deleteImage(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('images').where('id', '=', id).execute();
}
