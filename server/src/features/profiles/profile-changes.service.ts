import type { ProfileFields } from '@adda/contract/profiles';
import { afterCommit, type Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { UploadedFile } from '../../platform/http/uploads.ts';
import type { ProfilesOptions } from './profiles.types.ts';
import { readProfileForm, type PictureChoice, type ProfileChange } from './profile-form.policy.ts';
import { findPicture, lockProfile, storeProfile, type ProfileRow } from './profiles.repository.ts';
import type { CreatorRooms } from './creator-rooms.events.ts';

type Deps = Pick<ProfilesOptions, 'database' | 'media' | 'wordFilter' | 'publicUrl' | 'logger' | 'live'> & {
  readonly rooms: Pick<CreatorRooms, 'publish'>;
};

/** Service that edits profiles. */
export type ProfileChanges = ReturnType<typeof createProfileChanges>;

/** Creates the command that edits a profile. */
export function createProfileChanges(deps: Deps) {
  const { database, media, wordFilter, publicUrl, logger, live, rooms } = deps;
  /** Deletes a picture that is no longer used. A failure is only logged. */
  const deletePicture = async (url: string): Promise<void> => {
    try {
      await media.avatars.remove(url);
    } catch (error) {
      logger.warn({ err: error, url }, 'a profile picture was not removed');
    }
  };

  /** Stores the chosen picture and returns its address; undefined if the picture does not change. */
  async function storePicture(
    { userId }: Actor,
    choice: PictureChoice | undefined,
    file: UploadedFile | undefined,
  ): Promise<string | null | undefined> {
    if (choice?.from === 'nowhere') return null;
    if (choice?.from === 'file') return file && media.avatars.fromFile(userId, file.path);
    if (choice?.from !== 'url') return undefined;
    // A client that sends its whole form back sends the address of the current picture.
    const own = await findPicture(database.db, userId);
    if (own !== null && [own, `${publicUrl()}${own}`].includes(choice.url)) return undefined;
    return media.avatars.fromUrl(userId, choice.url);
  }

  return {
    /**
     * Stores a profile change and publishes it to the creator's room (SV-18, RT-34). Returns the current address of the
     * picture. Throws the codes of `readProfileForm` and of picture uploads, or `words_refused` (SV-105).
     */
    async update(
      actor: Actor,
      fields: ProfileFields,
      file: UploadedFile | undefined,
    ): Promise<string | null> {
      const change = readProfileForm(fields, file !== undefined);
      const flagged = wordFilter.check(change.displayName, change.bio, ...(change.links ?? []));
      const stored = await storePicture(actor, change.picture, file);
      try {
        const { before, after } = await database.transaction(async (tx) => {
          const shown = await lockProfile(tx, actor.userId);
          if (!shown) throw appError('invalid_token');
          const changed = changedBy(change, shown, stored);
          await storeProfile(tx, actor.userId, changed);
          rooms.publish(tx, actor.userId, 'profile_updated', changed);
          afterCommit(tx, () => live.profilesChanged([actor.userId]));
          return { before: shown, after: changed };
        });
        wordFilter.report({ userId: actor.userId, words: flagged });
        const { profile_image_url: old } = before;
        if (old !== null && old !== after.profile_image_url) await deletePicture(old);
        return after.profile_image_url;
      } catch (error) {
        if (stored) await deletePicture(stored);
        throw error;
      }
    },

    /** Deletes the user's picture in the transaction that deletes the account (SV-13). */
    clearProfileOf: async (tx: Tx, userId: number): Promise<void> =>
      media.removeAvatar(tx, await findPicture(tx, userId)),
  };
}

function changedBy(
  { displayName, bio, links }: ProfileChange,
  shown: ProfileRow,
  stored: string | null | undefined,
): ProfileRow {
  return {
    username: shown.username,
    display_name: displayName ?? shown.display_name,
    bio: bio === undefined ? shown.bio : bio,
    links: links ? [...links] : shown.links,
    profile_image_url: stored === undefined ? shown.profile_image_url : stored,
  };
}
