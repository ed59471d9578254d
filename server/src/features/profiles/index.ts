/**
 * Profiles: what users see of each other and change about themselves, and the creator rooms that publish these changes
 * live (RT-26 to RT-36). Owns no table: profile fields are columns of `users`, which the accounts feature owns.
 */
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Live } from '../live/index.ts';
import type { Media } from '../media/index.ts';
import type { Relations } from '../relations/index.ts';
import type { WordFilter } from '../safety/index.ts';
import { createProfileChanges } from './profile-changes.service.ts';
import { profilesHandlers } from './profiles.routes.ts';
import { createProfileService } from './profiles.service.ts';
import { createCreatorRooms } from './rooms/creator-rooms.ts';

export type { CreatorRooms } from './rooms/creator-rooms.ts';

/** Dependencies of profiles. */
export type ProfilesOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'onDeleting'>;
  readonly relations: Pick<Relations, 'onBlockChanged'>;
  readonly media: Pick<Media, 'avatars' | 'removeAvatar'>;
  readonly wordFilter: Pick<WordFilter, 'judge' | 'raise'>;
  readonly live: Pick<Live, 'server'>;
  readonly publicUrl: () => string;
  /** Returns the number of an author's posts that the viewer may find. */
  readonly countPosts: (viewerId: number, authorId: number) => Promise<number>;
};

/** Creates the feature. */
export function createProfiles(options: ProfilesOptions) {
  const rooms = createCreatorRooms(options);
  const profiles = createProfileService(options);
  const changes = createProfileChanges({ ...options, rooms });
  options.accounts.onDeleting('profile', changes.clearProfileOf);
  options.relations.onBlockChanged(rooms.blockChanged);
  return {
    handlers: profilesHandlers({ profiles, changes }),
    rooms,
    /** Returns the page metadata of a profile for link previews. */
    pageHeadOf: profiles.pageHeadOf,
  };
}

/** The public interface of profiles. */
export type Profiles = ReturnType<typeof createProfiles>;
