/**
 * Profiles: the data that users see of each other and change about themselves, and the creator rooms that publish these
 * changes live (RT-26 to RT-36). Owns no table: profile fields are columns of `users`, which the accounts feature owns.
 */
import { createProfileChanges } from './profile-changes.service.ts';
import { createProfileViewers } from './profile-viewers.service.ts';
import { profilesHandlers } from './profiles.routes.ts';
import type { ProfilesOptions } from './profiles.types.ts';
import { createProfileService } from './profiles.service.ts';
import { createCreatorRooms } from './creator-rooms.events.ts';

export type { CreatorRooms } from './creator-rooms.events.ts';

/** Creates the feature. */
export function createProfiles(options: ProfilesOptions) {
  const rooms = createCreatorRooms(options);
  const profiles = createProfileService(options);
  const changes = createProfileChanges({ ...options, rooms });
  options.live.onProfilesChanged(
    createProfileViewers({ database: options.database, shells: options.live.shells, logger: options.logger }),
  );
  options.accounts.onDeleting('profile', changes.clearProfileOf);
  options.relations.onBlockChanged(rooms.blockChanged);
  options.relations.onHidden(rooms.creatorHidden);
  return {
    handlers: profilesHandlers({ profiles, changes }),
    rooms,
    /** Returns the page metadata of a profile for link previews. */
    pageHeadOf: profiles.pageHeadOf,
  };
}

/** The public interface of profiles. */
export type Profiles = ReturnType<typeof createProfiles>;
