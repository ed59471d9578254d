import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { RoomMedia } from '../rooms.types.ts';

type Deps = {
  readonly media: Pick<RoomMedia, 'avatars' | 'removeAvatar'>;
  readonly logger: Pick<Logger, 'warn'>;
};

/** Pictures of rooms, stored and served as profile pictures are (GR-01). */
export type RoomPictures = ReturnType<typeof createRoomPictures>;

/** Creates the store of the pictures of rooms. */
export function createRoomPictures({ media, logger }: Deps) {
  /** Stores an upload of the user as a picture. Returns its address. */
  async function upload(ownerId: number, imageId: string): Promise<string> {
    const url = await media.avatars.fromUpload(ownerId, imageId);
    if (url === undefined) throw appError('room_picture_not_found');
    return url;
  }

  return {
    /**
     * Stores the chosen upload and calls `store` with its address: null for no picture, undefined to keep the current one. The
     * picture is deleted again if `store` throws. Throws `room_picture_not_found` and the codes of picture uploads.
     */
    async withPicture<Result>(
      ownerId: number,
      imageId: string | null | undefined,
      store: (picture: string | null | undefined) => Promise<Result>,
    ): Promise<Result> {
      const stored = imageId && (await upload(ownerId, imageId));
      try {
        return await store(imageId === '' ? null : stored);
      } catch (error) {
        if (stored)
          await media.avatars
            .remove(stored)
            .catch((err: unknown) => logger.warn({ err, url: stored }, 'a room picture was not removed'));
        throw error;
      }
    },

    /** Deletes a picture that no room shows any more, with the commit. */
    remove: (tx: Tx, picture: string | null): Promise<void> => media.removeAvatar(tx, picture),
  };
}
