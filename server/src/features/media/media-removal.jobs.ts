import type { Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { avatarIdOf } from './copies.service.ts';
import { allKeys, avatarKeys, imageKeys } from './media.policy.ts';
import { deleteImages, deleteImagesOf, deleteUnusedFilesOf } from './images.repository.ts';

/** Maximum of keys per job. */
const KEYS_AT_ONCE = 1000;

/**
 * Creates the removal of pictures and files within the transaction of their owner: rows immediately, bytes by a job.
 */
export function createRemoval(jobs: Pick<Jobs, 'enqueue'>) {
  async function removeBytes(tx: Tx, keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += KEYS_AT_ONCE)
      await jobs.enqueue(tx, 'media.delete-bytes', { keys: keys.slice(from, from + KEYS_AT_ONCE) });
  }

  return {
    /** Deletes bytes of the store after the transaction commits, even if this process ends. */
    removeBytes,

    /** Removes images that are no longer shown. Images of ads are kept. */
    async removeImages(tx: Tx, ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await removeBytes(tx, (await deleteImages(tx, ids)).flatMap(imageKeys));
    },

    /** Removes every image that a user uploaded. Images of ads are kept. */
    async removeImagesOf(tx: Tx, ownerId: number): Promise<void> {
      const ids = await deleteImagesOf(tx, ownerId, { isUnusedOnly: false });
      await removeBytes(
        tx,
        ids.flatMap((id) => imageKeys(id).concat(avatarKeys(id))),
      );
    },

    /** Removes a profile picture by its URL. Any other URL is ignored. */
    async removeAvatar(tx: Tx, url: string | null): Promise<void> {
      const id = avatarIdOf(url);
      if (id !== undefined) await removeBytes(tx, (await deleteImages(tx, [id])).flatMap(avatarKeys));
    },

    /** Hook for the deletion of an account: uploads that were never used are removed immediately (SV-13). */
    async removeUnusedOf(tx: Tx, ownerId: number): Promise<void> {
      const images = await deleteImagesOf(tx, ownerId, { isUnusedOnly: true });
      const files = await deleteUnusedFilesOf(tx, ownerId);
      await removeBytes(tx, [...images.flatMap(imageKeys), ...files.flatMap(allKeys)]);
    },
  };
}
