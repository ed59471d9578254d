import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Live } from '../live/index.ts';
import type { Media } from '../media/index.ts';
import type { Relations } from '../relations/index.ts';
import type { WordFilter } from '../safety/index.ts';

/** Dependencies of profiles. */
export type ProfilesOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'onDeleting'>;
  readonly relations: Pick<Relations, 'onBlockChanged' | 'onHidden'>;
  readonly media: Pick<Media, 'avatars' | 'removeAvatar'>;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
  readonly live: Pick<Live, 'server' | 'shells' | 'profilesChanged' | 'onProfilesChanged'>;
  readonly publicUrl: () => string;
  /** Counts the posts of an author that the viewer may find, and the locked ones of these. */
  readonly countPosts: (
    viewerId: number,
    authorId: number,
  ) => Promise<{ readonly total: number; readonly locked: number }>;
};
