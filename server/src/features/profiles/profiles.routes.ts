import type { profilesRoutes } from '@adda/contract/profiles';
import type { Handlers } from '../../platform/http/handler.ts';
import type { ProfileChanges } from './profile-changes.service.ts';
import type { ProfileService } from './profiles.service.ts';

type Services = { readonly profiles: ProfileService; readonly changes: Pick<ProfileChanges, 'update'> };

/** Handlers of profiles. */
export function profilesHandlers({ profiles, changes }: Services): Handlers<typeof profilesRoutes> {
  return {
    'GET /feed/profile/:sender': ({ actor, params }) => profiles.get(actor, params.sender),
    'GET /people': async ({ actor, query }) => ({ people: await profiles.faces(actor, query.usernames) }),
    'POST /users/update-profile': async ({ actor, body, file }) => ({
      message: 'Profile updated successfully',
      profile_image_url: await changes.update(actor, body, file),
    }),
    'GET /public/profiles/:username': ({ params }) => profiles.getPublic(params.username),
  };
}
