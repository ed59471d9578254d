import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { AVATAR_PATH, IMAGE_FETCH_MS, IMAGE_MAX_BYTES } from '@adda/contract/media';
import { AVATAR_SIDE, AVATAR_SMALL_SIDE } from '@adda/contract/profiles';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { MediaStore } from '../../platform/media-store/index.ts';
import type { FetchPicture } from './remote-pictures.service.ts';
import { avatarKey, imageKey, type Variant } from './media.policy.ts';
import type { RewrittenImage } from './media.types.ts';
import { IMAGE_TYPE, type ImageWriter } from './image-writer.service.ts';
import { deleteImage, findImageOf, insertImage, recordImageUse } from './images.repository.ts';
import { FILE_KINDS, refuse } from './images.service.ts';
import type { Screening } from './screening.service.ts';

const ID = /^[0-9a-f]{32}$/;
const JOB = {
  isSquare: true,
  animated: false,
  maxSide: AVATAR_SIDE,
  smallSide: AVATAR_SMALL_SIDE,
} as const;

type Deps = {
  readonly database: Database;
  readonly store: MediaStore;
  readonly fetchPicture: FetchPicture;
  readonly writer: ImageWriter;
  readonly screening: Screening;
  readonly clock: () => Date;
};

/**
 * Creates the store of pictures of profiles and rooms: squares in two sizes under an unguessable URL whose content never changes.
 */
export function createAvatars({ database, store, fetchPicture, writer, screening, clock }: Deps) {
  const keep = async (ownerId: number, image: RewrittenImage): Promise<string> => {
    const origin = { purpose: 'avatar', userId: ownerId } as const;
    const review = await screening.screenPicture(image, origin);
    const { bytes, small, width, height, hashes } = image;
    const id = randomBytes(16).toString('hex');
    const row = { id, owner_id: ownerId, width, height, bytes: bytes.length, ...hashes, created_at: clock() };
    // The row is inserted first, as unused: bytes without a row would never be removed.
    await insertImage(database.db, row);
    await Promise.all([
      small && store.put(avatarKey(id, 'small'), small, IMAGE_TYPE),
      store.put(avatarKey(id, 'full'), bytes, IMAGE_TYPE),
    ]);
    await recordImageUse(database.db, id, clock());
    screening.raise(review, origin, id);
    return `${AVATAR_PATH}${id}`;
  };
  return {
    /**
     * Stores the picture of a file. Returns its URL. Throws `invalid_image_format`, `image_service_busy`,
     * `upload_refused`, `scanner_unavailable`, and `unavailable` or `storage_full` when it can't be stored.
     */
    fromFile: async (ownerId: number, path: string): Promise<string> =>
      keep(ownerId, await writer.write({ ...JOB, source: path, kinds: FILE_KINDS }).catch(refuse)),
    /** Stores the picture of an external URL. Throws also `image_url_failed`. */
    async fromUrl(ownerId: number, url: string): Promise<string> {
      const image = await fetchPicture(url, { maxBytes: IMAGE_MAX_BYTES, timeoutMs: IMAGE_FETCH_MS }, JOB);
      if (!image) throw appError('image_url_failed');
      return keep(ownerId, image);
    },
    /**
     * Stores a copy of an image that this user uploaded. Returns its URL; undefined for any other id. Throws as `fromFile`.
     */
    async fromUpload(ownerId: number, imageId: string): Promise<string | undefined> {
      const upload = await findImageOf(database.db, ownerId, imageId);
      const bytes = upload && (await store.get(imageKey(imageId, 'full')));
      if (!bytes) return undefined;
      const image = await writer.write({ ...JOB, source: await buffer(bytes) }).catch(refuse);
      const { sha256, dhash } = upload;
      // Listed files are recognized by the hashes of what was uploaded (SV-105).
      return keep(ownerId, sha256 === null ? image : { ...image, hashes: { sha256, dhash } });
    },
    /** Deletes a picture that is no longer used. Any other URL is ignored. */
    async remove(url: string): Promise<void> {
      const id = url.startsWith(AVATAR_PATH) ? url.slice(AVATAR_PATH.length) : '';
      if (!ID.test(id)) return;
      await store.delete(avatarKey(id, 'small'));
      await store.delete(avatarKey(id, 'full'));
      await deleteImage(database.db, id);
    },
    /**
     * Returns the bytes of a size, or of the full picture when there is no small one; undefined when the id is no
     * profile picture.
     */
    async open(id: string, size: Variant): Promise<AsyncIterable<Uint8Array> | undefined> {
      if (!ID.test(id)) return undefined;
      const small = size === 'small' ? await store.get(avatarKey(id, 'small')) : undefined;
      return small ?? store.get(avatarKey(id, 'full'));
    },
  };
}

export type Avatars = ReturnType<typeof createAvatars>;
