import type { ProfileFields } from '@adda/contract/profiles';
import type { Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { UploadedFile } from '../../platform/http/uploads.ts';
import type { ProfilesOptions } from './index.ts';
import { readProfileForm, type PictureChoice, type ProfileChange } from './profile-form.policy.ts';
import { findPicture, lockShown, storeShown, type ShownRow } from './profiles.repository.ts';
import type { CreatorRooms } from './rooms/creator-rooms.ts';

type Deps = Pick<ProfilesOptions, 'database' | 'media' | 'wordFilter' | 'publicUrl' | 'logger'> & {
  readonly rooms: Pick<CreatorRooms, 'publish'>;
};

/** Changing what people see of oneself. */
export type ProfileChanges = ReturnType<typeof createProfileChanges>;

/** Makes the command that edits a profile. */
export function createProfileChanges({ database, media, wordFilter, publicUrl, logger, rooms }: Deps) {
  /** A picture that is nobody's any more; one that can't be removed now is no reason to fail. */
  const forget = async (url: string): Promise<void> => {
    try {
      await media.avatars.remove(url);
    } catch (error) {
      logger.warn({ err: error, url }, 'a profile picture was not removed');
    }
  };

  /** The address of the picture that was chosen, kept here; undefined where it stays what it is. */
  async function keep(
    { userId }: Actor,
    choice: PictureChoice | undefined,
    file: UploadedFile | undefined,
  ): Promise<string | null | undefined> {
    if (choice?.from === 'nowhere') return null;
    if (choice?.from === 'file') return file && media.avatars.fromFile(userId, file.path);
    if (choice?.from !== 'url') return undefined;
    // A client that sends its whole form back sends the picture that is there.
    const own = await findPicture(database.db, userId);
    if (own !== null && [own, `${publicUrl()}${own}`].includes(choice.url)) return undefined;
    return media.avatars.fromUrl(userId, choice.url);
  }

  return {
    /**
     * Stores what was changed and tells those who look at the profile (SV-18, RT-34); answers the address of the
     * picture as it is now. Throws what `readProfileForm` and pictures throw, or `words_refused` (SV-105).
     */
    async update(
      actor: Actor,
      fields: ProfileFields,
      file: UploadedFile | undefined,
    ): Promise<string | null> {
      const change = readProfileForm(fields, file !== undefined);
      const flagged = wordFilter.judge(change.displayName, change.bio, ...(change.links ?? []));
      const kept = await keep(actor, change.picture, file);
      try {
        const { before, after } = await database.transaction(async (tx) => {
          const shown = await lockShown(tx, actor.userId);
          if (!shown) throw appError('invalid_token');
          const changed = changedBy(change, shown, kept);
          await storeShown(tx, actor.userId, changed);
          rooms.publish(tx, actor.userId, 'profile_updated', changed);
          return { before: shown, after: changed };
        });
        wordFilter.raise({ userId: actor.userId, words: flagged });
        const { profile_image_url: old } = before;
        if (old !== null && old !== after.profile_image_url) await forget(old);
        return after.profile_image_url;
      } catch (error) {
        if (kept) await forget(kept);
        throw error;
      }
    },

    /** Joins the transaction that ends an account: its picture goes with it (SV-13). */
    forgetPerson: async (tx: Tx, userId: number): Promise<void> =>
      media.removeAvatar(tx, await findPicture(tx, userId)),
  };
}

function changedBy(
  { displayName, bio, links }: ProfileChange,
  shown: ShownRow,
  kept: string | null | undefined,
): ShownRow {
  return {
    username: shown.username,
    display_name: displayName ?? shown.display_name,
    bio: bio === undefined ? shown.bio : bio,
    links: links ? [...links] : shown.links,
    profile_image_url: kept === undefined ? shown.profile_image_url : kept,
  };
}
