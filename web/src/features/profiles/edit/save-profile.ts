import { UPLOAD_TIMEOUT_MS } from '@adda/contract/feed/limits';
import type { Profile } from '@adda/contract/profiles';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { invalidatePeople } from '../../../platform/people-queries.ts';
import { upload } from '../../../platform/upload.ts';
import { meQuery } from '../../accounts/index.ts';
import { profileKeys } from '../profiles.queries.ts';
import { cropFile } from './crop-file.ts';
import { fieldsOf, type ProfileDraft } from './profile-draft.ts';

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
