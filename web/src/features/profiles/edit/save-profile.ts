import { UPLOAD_TIMEOUT_MS } from '@adda/contract/feed/limits';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { invalidatePeople } from '../../../platform/people-queries.ts';
import { upload } from '../../../platform/upload.ts';
import { meQuery } from '../../accounts/index.ts';
import { profileKeys } from '../profiles.queries.ts';
import { fieldsOf, type ProfileDraft } from './profile-draft.ts';
import { AVATAR_SIDE, type Profile } from '@adda/contract/profiles';
import type { Area } from 'react-easy-crop';

/**
 * Returns the selected square of a picture, in the displayed orientation, as a webp of at most `AVATAR_SIDE` pixels. Throws
 * where the browser can't read the picture.
 */
export async function cropFile(file: File, { x, y, width, height }: Area): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const side = Math.max(1, Math.min(AVATAR_SIDE, Math.round(width)));
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, x, y, width, height, 0, 0, side, side);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
    return new File([blob], `picture.${blob.type.slice('image/'.length)}`, { type: blob.type });
  } finally {
    // Frees up to a hundred megabytes immediately instead of at the next garbage collection.
    picture.close();
  }
}

async function fileOf({ picture }: ProfileDraft): Promise<File | undefined> {
  if (picture.from !== 'file') return undefined;
  const { file, area } = picture;
  if (!area) return file;
  // If this browser can't crop the file, the server crops it to the centre square.
  return cropFile(file, area).catch(() => file);
}

/**
 * Saves the changes (PR-20, CO-08). Then reloads the account (PR-21) and every query that shows users, so that the new name
 * and picture appear everywhere.
 */
export const saveProfile = (client: QueryClient, before: Profile) =>
  mutationOptions({
    mutationFn: async (draft: ProfileDraft) =>
      upload('POST /users/update-profile', {
        file: await fileOf(draft),
        fields: fieldsOf(draft, before),
        timeoutMs: UPLOAD_TIMEOUT_MS,
      }),
    onSuccess: ({ profile_image_url: picture }, { displayName }) => {
      client.setQueryData<Profile>(
        profileKeys.one(before.username),
        (profile) =>
          profile && {
            ...profile,
            display_name: displayName.trim(),
            profile_image_url: picture,
            profile_picture: picture,
          },
      );
      void client.invalidateQueries({ queryKey: meQuery.queryKey, refetchType: 'all' });
      void invalidatePeople(client);
    },
  });
