import { randomBytes } from 'node:crypto';
import { AVATAR_PATH, IMAGE_FETCH_MS, IMAGE_MAX_BYTES } from '@adda/contract/media';
import { AVATAR_SIDE, AVATAR_SMALL_SIDE } from '@adda/contract/profiles';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { MediaStore } from '../../platform/media-store/index.ts';
import type { FetchPicture } from './fetch-picture.ts';
import { avatarKey, type Variant } from './image-keys.ts';
import type { RewrittenImage } from './image-jobs.types.ts';
import { IMAGE_TYPE, type ImageWriter } from './image-writer.ts';
import { deleteImage, insertImage, noteImageUse } from './images.repository.ts';
import { FILE_KINDS, refuse } from './images.service.ts';
import type { Screening } from './screening.ts';

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

/** Profile pictures: squares in two sizes under an address that can't be guessed and never changes what it shows. */
export function createAvatars({ database, store, fetchPicture, writer, screening, clock }: Deps) {
  const keep = async (ownerId: number, image: RewrittenImage): Promise<string> => {
    const origin = { purpose: 'avatar', userId: ownerId } as const;
    const review = await screening.screenPicture(image, origin);
    const { bytes, small, width, height, hashes } = image;
    const id = randomBytes(16).toString('hex');
    const row = { id, owner_id: ownerId, width, height, bytes: bytes.length, ...hashes, created_at: clock() };
    // The row comes first, as of one that nobody uses: bytes without a row would stay for ever.
    await insertImage(database.db, row);
    await Promise.all([
      small && store.put(avatarKey(id, 'small'), small, IMAGE_TYPE),
      store.put(avatarKey(id, 'full'), bytes, IMAGE_TYPE),
    ]);
    await noteImageUse(database.db, id, clock());
    screening.raise(review, origin, id);
    return `${AVATAR_PATH}${id}`;
  };
  return {
    /**
     * Keeps the picture of a file; answers its address. Throws `invalid_image_format`, `image_service_busy`, `upload_refused`,
     * `scanner_unavailable`, and `unavailable` or `storage_full` where it can't be kept.
     */
    fromFile: async (ownerId: number, path: string): Promise<string> =>
      keep(ownerId, await writer.write({ ...JOB, source: path, kinds: FILE_KINDS }).catch(refuse)),
    /** The same from an address elsewhere. Throws `image_url_failed`. */
    async fromUrl(ownerId: number, url: string): Promise<string> {
      const image = await fetchPicture(url, { maxBytes: IMAGE_MAX_BYTES, timeoutMs: IMAGE_FETCH_MS }, JOB);
      if (!image) throw appError('image_url_failed');
      return keep(ownerId, image);
    },
    /** Forgets a picture that is nobody's any more; any other address is passed over. */
    async remove(url: string): Promise<void> {
      const id = url.startsWith(AVATAR_PATH) ? url.slice(AVATAR_PATH.length) : '';
      if (!ID.test(id)) return;
      await store.delete(avatarKey(id, 'small'));
      await store.delete(avatarKey(id, 'full'));
      await deleteImage(database.db, id);
    },
    /** The bytes of a size, or of the full picture where there is no small one; undefined for whatever is no avatar. */
    async open(id: string, size: Variant): Promise<AsyncIterable<Uint8Array> | undefined> {
      if (!ID.test(id)) return undefined;
      const small = size === 'small' ? await store.get(avatarKey(id, 'small')) : undefined;
      return small ?? store.get(avatarKey(id, 'full'));
    },
  };
}

export type Avatars = ReturnType<typeof createAvatars>;
