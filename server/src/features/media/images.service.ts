import { randomBytes } from 'node:crypto';
import { IMAGE_FETCH_MS, IMAGE_MAX_BYTES } from '@adda/contract/media';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { MediaStore } from '../../platform/media-store/index.ts';
import type { FetchPicture } from './fetch-picture.ts';
import {
  deleteUnusedImage,
  findImageOf,
  insertImage,
  listUnusedImages,
  noteImageUse,
  type StoredImage,
} from './images.repository.ts';
import { IMAGE_TYPE, type RewrittenImage } from './rewrite-image.ts';

const UNUSED_MS = 24 * 3600 * 1000;
const BATCH = 100;

type Deps = {
  readonly database: Database;
  readonly store: MediaStore;
  readonly fetchPicture: FetchPicture;
  readonly clock: () => Date;
};

/** Keeping images: taking them in, finding them, and removing those that nothing ever showed. */
export function createImages({ database, store, fetchPicture, clock }: Deps) {
  const keep = async (ownerId: number, { bytes, width, height }: RewrittenImage): Promise<StoredImage> => {
    const id = randomBytes(16).toString('hex');
    // The row comes first: bytes without a row would stay for ever, a row without bytes is removed as unused.
    await insertImage(database.db, {
      id,
      owner_id: ownerId,
      width,
      height,
      bytes: bytes.length,
      created_at: clock(),
    });
    await store.put(id, bytes, IMAGE_TYPE);
    return { id, width, height };
  };

  const remove = (id: string) =>
    database.transaction(async (tx) => {
      // Inside the transaction: if the bytes can't be removed, the row stays and the next run tries again.
      if (await deleteUnusedImage(tx, id)) await store.delete(id);
    });

  return {
    async importFromUrl(ownerId: number, url: string): Promise<StoredImage> {
      const limits = { maxBytes: IMAGE_MAX_BYTES, timeoutMs: IMAGE_FETCH_MS };
      const image = await fetchPicture(url, limits);
      if (!image) throw appError('image_url_failed');
      return keep(ownerId, image);
    },
    findOwn: (ownerId: number, imageId: string) => findImageOf(database.db, ownerId, imageId),
    markUsed: (imageId: string) => noteImageUse(database.db, imageId, clock()),
    /** Removes images that nothing used for 24 h after they came (SV-104). */
    async removeUnused(): Promise<void> {
      const before = new Date(clock().getTime() - UNUSED_MS);
      for (;;) {
        const ids = await listUnusedImages(database.db, before, BATCH);
        for (const id of ids) await remove(id);
        if (ids.length < BATCH) return;
      }
    },
  };
}

export type Images = ReturnType<typeof createImages>;
