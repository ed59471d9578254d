import { randomBytes } from 'node:crypto';
import { IMAGE_FETCH_MS, IMAGE_MAX_BYTES, IMAGE_SMALL_SIDE } from '@adda/contract/media';
import type { Database, Tx } from '../../platform/database/index.ts';
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
import { SemaphoreFullError } from './semaphore.ts';
import { avatarKeys, imageKey, imageKeys, type Variant } from './image-keys.ts';
import type { PictureOrigin, Screening } from './screening.ts';
import type { RewrittenImage } from './image-jobs.types.ts';
import type { ImageKind } from './image-kind.ts';
import { IMAGE_TYPE, type ImageWriter } from './image-writer.ts';
import { ImageLateError, UnusableImage } from './unusable-image.ts';

const UNUSED_MS = 24 * 3600 * 1000;
const BATCH = 100;
/** Kinds that a file may be; an address may lead to a bitmap as well. */
export const FILE_KINDS: readonly ImageKind[] = ['jpeg', 'png', 'gif', 'webp'];

type Deps = {
  readonly database: Database;
  /** For what somebody waits for. */
  readonly store: MediaStore;
  /** Removes bytes of the store once the transaction is committed. */
  readonly removeBytes: (tx: Tx, keys: readonly string[]) => Promise<void>;
  readonly fetchPicture: FetchPicture;
  readonly writer: ImageWriter;
  readonly screening: Screening;
  readonly clock: () => Date;
};

/** Keeping images: taking them in, finding them, and removing those that nothing ever showed. */
export function createImages({ database, store, screening, clock, ...deps }: Deps) {
  const { removeBytes, fetchPicture, writer } = deps;
  const insert = async (ownerId: number, image: RewrittenImage): Promise<StoredImage> => {
    const { bytes, width, height, small, hashes } = image;
    const id = randomBytes(16).toString('hex');
    // The row comes first: bytes without a row would stay for ever, a row without bytes is removed as unused.
    await insertImage(database.db, {
      id,
      owner_id: ownerId,
      width,
      height,
      bytes: bytes.length,
      ...hashes,
      created_at: clock(),
    });
    await Promise.all([
      small && store.put(imageKey(id, 'small'), small, IMAGE_TYPE),
      store.put(imageKey(id, 'full'), bytes, IMAGE_TYPE),
    ]);
    return { id, width, height };
  };

  const keep = async (ownerId: number, image: RewrittenImage, purpose: 'message' | 'ad') => {
    const origin: PictureOrigin = purpose === 'ad' ? { purpose, userId: null } : { purpose, userId: ownerId };
    const review = await screening.screenPicture(image, origin);
    const kept = await insert(ownerId, image);
    screening.raise(review, origin, kept.id);
    return kept;
  };

  const remove = (id: string) =>
    database.transaction(async (tx) => {
      // By a job of the transaction: nothing of ours waits for the store while rows are locked.
      // It may be a profile picture that came to nothing.
      if (await deleteUnusedImage(tx, id)) await removeBytes(tx, [...imageKeys(id), ...avatarKeys(id)]);
    });

  return {
    /**
     * Keeps the image at an address. Throws `image_url_failed`, `upload_refused`, `scanner_unavailable`, and `unavailable`
     * or `storage_full` where it can't be kept.
     */
    async importFromUrl(
      ownerId: number,
      url: string,
      purpose: 'message' | 'ad' = 'message',
    ): Promise<StoredImage> {
      const limits = { maxBytes: IMAGE_MAX_BYTES, timeoutMs: IMAGE_FETCH_MS };
      const image = await fetchPicture(url, limits, { smallSide: IMAGE_SMALL_SIDE });
      if (!image) throw appError('image_url_failed');
      return keep(ownerId, image, purpose);
    },
    /** Keeps the image in a file; `quality` from 1 to 100 is that of its encoding (SV-44). */
    async importFromFile(
      ownerId: number,
      source: string,
      quality: number,
      purpose: 'message' | 'ad' = 'message',
    ): Promise<StoredImage> {
      const job = { source, quality, kinds: FILE_KINDS, smallSide: IMAGE_SMALL_SIDE };
      return keep(ownerId, await writer.write(job).catch(refuse), purpose);
    },
    /** The bytes of a variant, or of the full image where there is no small one; undefined for no image. Throws `unavailable`. */
    async open(id: string, variant: Variant): Promise<AsyncIterable<Uint8Array> | undefined> {
      const small = variant === 'small' ? await store.get(imageKey(id, 'small')) : undefined;
      return small ?? store.get(imageKey(id, 'full'));
    },
    /**
     * An image that this person brought, to be shown again; undefined for any other id. Throws `upload_refused` for one
     * that is kept out since (SV-105).
     */
    async findOwn(ownerId: number, imageId: string): Promise<StoredImage | undefined> {
      const found = await findImageOf(database.db, ownerId, imageId);
      if (!found) return undefined;
      const { sha256, dhash, ...image } = found;
      if (sha256 !== null) await screening.judge({ sha256, dhash });
      return image;
    },
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

/** Turns what an image writer throws into what a caller may see. */
export function refuse(error: unknown): never {
  if (error instanceof UnusableImage) throw appError('invalid_image_format');
  if (error instanceof SemaphoreFullError || error instanceof ImageLateError)
    throw appError('image_service_busy');
  throw error;
}

export type Images = ReturnType<typeof createImages>;
