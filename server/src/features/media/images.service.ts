import { randomBytes } from 'node:crypto';
import { IMAGE_FETCH_MS, IMAGE_MAX_BYTES, IMAGE_SMALL_SIDE } from '@adda/contract/media';
import type { Database, Queryable, Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { MediaStore } from '../../platform/media-store/index.ts';
import type { FetchPicture } from './remote-pictures.service.ts';
import {
  deleteUnusedImage,
  findImageOf,
  insertImage,
  listUnusedImages,
  recordImageUse,
  type StoredImage,
} from './images.repository.ts';
import { SemaphoreFullError } from '../../platform/limits/semaphore.ts';
import {
  ImageLateError,
  UnusableImage,
  avatarKeys,
  imageKey,
  imageKeys,
  type Variant,
  type ImageKind,
} from './media.policy.ts';
import type { PictureOrigin, Screening } from './screening.service.ts';
import type { ImageJob, RewrittenImage } from './media.types.ts';
import { IMAGE_TYPE, type ImageWriter } from './image-writer.service.ts';

const UNUSED_MS = 24 * 3600 * 1000;
const BATCH = 100;
/** Accepted kinds of uploaded files. External URLs may also lead to a bitmap. */
export const FILE_KINDS: readonly ImageKind[] = ['jpeg', 'png', 'gif', 'webp'];

type Deps = {
  readonly database: Database;
  /** The fail-fast store, for requests of users. */
  readonly store: MediaStore;
  /** Deletes bytes of the store after the transaction commits. */
  readonly removeBytes: (tx: Tx, keys: readonly string[]) => Promise<void>;
  readonly fetchPicture: FetchPicture;
  readonly writer: ImageWriter;
  readonly screening: Screening;
  readonly clock: () => Date;
};

/** Creates the service that imports and finds images, and removes unused ones. */
export function createImages({ database, store, screening, clock, ...deps }: Deps) {
  const { removeBytes, fetchPicture, writer } = deps;
  const insert = async (ownerId: number, image: RewrittenImage): Promise<StoredImage> => {
    const { bytes, width, height, small, hashes } = image;
    const id = randomBytes(16).toString('hex');
    // The row is inserted first: bytes without a row would never be removed, a row without bytes is removed as
    // unused.
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

  /** Screens an image and stores it. Throws `upload_refused` or `scanner_unavailable`. */
  const screenAndInsert = async (ownerId: number, image: RewrittenImage, purpose: 'message' | 'ad') => {
    const origin: PictureOrigin = purpose === 'ad' ? { purpose, userId: null } : { purpose, userId: ownerId };
    const review = await screening.screenPicture(image, origin);
    const stored = await insert(ownerId, image);
    screening.raise(review, origin, stored.id);
    return stored;
  };

  const remove = (id: string) =>
    database.transaction(async (tx) => {
      // A job of the transaction deletes the bytes: no request to the store while rows are locked. The image may be
      // an unused profile picture, so both sets of keys are deleted.
      if (await deleteUnusedImage(tx, id)) await removeBytes(tx, [...imageKeys(id), ...avatarKeys(id)]);
    });

  return {
    /**
     * Imports the image at a URL. Throws `image_url_failed`, `upload_refused`, `scanner_unavailable`, and
     * `unavailable` or `storage_full` when it can't be stored. `reduction` makes it smaller or still.
     */
    async importFromUrl(
      ownerId: number,
      url: string,
      purpose: 'message' | 'ad' = 'message',
      reduction: Pick<ImageJob, 'maxSide' | 'animated'> = {},
    ): Promise<StoredImage> {
      const limits = { maxBytes: IMAGE_MAX_BYTES, timeoutMs: IMAGE_FETCH_MS };
      const image = await fetchPicture(url, limits, { smallSide: IMAGE_SMALL_SIDE, ...reduction });
      if (!image) throw appError('image_url_failed');
      return screenAndInsert(ownerId, image, purpose);
    },
    /** Imports the image in a file. `quality` from 1 to 100 is the encoding quality (SV-44). */
    async importFromFile(
      ownerId: number,
      source: string,
      quality: number,
      purpose: 'message' | 'ad' = 'message',
    ): Promise<StoredImage> {
      const job = { source, quality, kinds: FILE_KINDS, smallSide: IMAGE_SMALL_SIDE };
      return screenAndInsert(ownerId, await writer.write(job).catch(refuse), purpose);
    },
    /**
     * Returns the bytes of a variant, or of the full image when there is no small one; undefined when there is no
     * image. Throws `unavailable`.
     */
    async open(id: string, variant: Variant): Promise<AsyncIterable<Uint8Array> | undefined> {
      const small = variant === 'small' ? await store.get(imageKey(id, 'small')) : undefined;
      return small ?? store.get(imageKey(id, 'full'));
    },
    /**
     * Returns an image that this user uploaded, to be shown again; undefined for any other id. Throws
     * `upload_refused` for an image whose hash was listed after the upload (SV-105).
     */
    async findOwn(ownerId: number, imageId: string): Promise<StoredImage | undefined> {
      const found = await findImageOf(database.db, ownerId, imageId);
      if (!found) return undefined;
      const { sha256, dhash, ...image } = found;
      if (sha256 !== null) await screening.judge({ sha256, dhash });
      return image;
    },
    /** Keeps an image from being removed as unused; within a transaction if that is given. */
    markUsed: (imageId: string, db: Queryable = database.db) => recordImageUse(db, imageId, clock()),
    /** Removes images that were not used within 24 h (SV-104). */
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

/** Converts errors of an image writer to error codes. */
export function refuse(error: unknown): never {
  if (error instanceof UnusableImage) throw appError('invalid_image_format');
  if (error instanceof SemaphoreFullError || error instanceof ImageLateError)
    throw appError('image_service_busy');
  throw error;
}

export type Images = ReturnType<typeof createImages>;
