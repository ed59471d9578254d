import type { Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { avatarIdOf } from './copies.service.ts';
import { allKeys, audioKey, avatarKeys, imageKeys } from './media.policy.ts';
import { deleteRecordings, deleteRecordingsOf } from './audio/recordings.repository.ts';
import { deleteImages, deleteImagesOf, deleteUnusedFilesOf } from './images.repository.ts';

/** Maximum of keys per job. */
const KEYS_AT_ONCE = 1000;

/** Ids of images and recordings to remove. */
export type RemovedMedia = { readonly imageIds?: readonly string[]; readonly audioIds?: readonly string[] };

/**
 * Creates the removal of pictures, recordings and files within the transaction of their owner: rows immediately, bytes by a job.
 */
export function createRemoval(jobs: Pick<Jobs, 'enqueue'>) {
  async function removeBytes(tx: Tx, keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += KEYS_AT_ONCE)
      await jobs.enqueue(tx, 'media.delete-bytes', { keys: keys.slice(from, from + KEYS_AT_ONCE) });
  }

  return {
    /** Deletes bytes of the store after the transaction commits, even if this process ends. */
    removeBytes,

    /** Removes images and recordings that no message contains any more. Images of ads are kept. */
    async removeMessageMedia(tx: Tx, { imageIds = [], audioIds = [] }: RemovedMedia): Promise<void> {
      if (imageIds.length > 0) await removeBytes(tx, (await deleteImages(tx, imageIds)).flatMap(imageKeys));
      if (audioIds.length > 0) await removeBytes(tx, (await deleteRecordings(tx, audioIds)).map(audioKey));
    },

    /** Removes every image and recording that a user uploaded and no message contains any more. Images of ads are kept. */
    async removeMessageMediaOf(tx: Tx, ownerId: number): Promise<void> {
      const images = await deleteImagesOf(tx, ownerId, { isUnusedOnly: false });
      const recordings = await deleteRecordingsOf(tx, ownerId, { isUnusedOnly: false });
      await removeBytes(tx, [
        ...images.flatMap((id) => imageKeys(id).concat(avatarKeys(id))),
        ...recordings.map(audioKey),
      ]);
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
      const recordings = await deleteRecordingsOf(tx, ownerId, { isUnusedOnly: true });
      await removeBytes(tx, [
        ...images.flatMap(imageKeys),
        ...recordings.map(audioKey),
        ...files.flatMap(allKeys),
      ]);
    },
  };
}
