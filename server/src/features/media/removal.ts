import type { Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { avatarIdOf } from './copies.ts';
import { allKeys } from './files/file-keys.ts';
import { avatarKeys, imageKeys } from './image-keys.ts';
import { deleteImages, deleteImagesOf, deleteUnusedFilesOf } from './removal.repository.ts';

/** Keys of one job, so that none grows beyond measure. */
const KEYS_AT_ONCE = 1000;

/** Removing pictures and files in the transaction of what they belonged to: rows at once, bytes soon after. */
export function createRemoval(jobs: Pick<Jobs, 'enqueue'>) {
  async function removeBytes(tx: Tx, keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += KEYS_AT_ONCE)
      await jobs.enqueue(tx, 'media.delete-bytes', { keys: keys.slice(from, from + KEYS_AT_ONCE) });
  }

  return {
    /** Removes bytes of the store once the transaction is committed, whatever becomes of this process. */
    removeBytes,

    /** Removes images that nothing shows any more; one that an ad shows stays. */
    async removeImages(tx: Tx, ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await removeBytes(tx, (await deleteImages(tx, ids)).flatMap(imageKeys));
    },

    /** Removes every image that somebody brought; what an ad shows stays. */
    async removeImagesOf(tx: Tx, ownerId: number): Promise<void> {
      const ids = await deleteImagesOf(tx, ownerId, { isUnusedOnly: false });
      await removeBytes(
        tx,
        ids.flatMap((id) => imageKeys(id).concat(avatarKeys(id))),
      );
    },

    /** Removes a profile picture by its address; any other address is passed over. */
    async removeAvatar(tx: Tx, url: string | null): Promise<void> {
      const id = avatarIdOf(url);
      if (id !== undefined) await removeBytes(tx, (await deleteImages(tx, [id])).flatMap(avatarKeys));
    },

    /** Joins the end of an account: what was uploaded and never shown goes at once (SV-13). */
    async forgetUnused(tx: Tx, ownerId: number): Promise<void> {
      const images = await deleteImagesOf(tx, ownerId, { isUnusedOnly: true });
      const files = await deleteUnusedFilesOf(tx, ownerId);
      await removeBytes(tx, [...images.flatMap(imageKeys), ...files.flatMap(allKeys)]);
    },
  };
}
