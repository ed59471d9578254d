import type { Database } from '../../platform/database/index.ts';
import type { Live } from '../live/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { findViewersAmong, readProfile } from './profiles.repository.ts';

type Deps = {
  readonly database: Pick<Database, 'db'>;
  readonly shells: Pick<Live['shells'], 'userIds' | 'emit'>;
  readonly logger: Pick<Logger, 'error'>;
};

/**
 * Creates the function that sends the profile of users to those main screens of this node that show them: on every node, with the
 * profile as it is then (HM-07). A failure is logged only: the next request returns the new profile.
 */
export function createProfileViewers({ database: { db }, shells, logger }: Deps) {
  async function send(userId: number): Promise<void> {
    const [profile, viewers] = await Promise.all([
      readProfile(db, userId),
      findViewersAmong(db, userId, shells.userIds()),
    ]);
    if (!profile) return;
    for (const viewer of [userId, ...viewers]) shells.emit(viewer, 'profile_updated', profile);
  }

  return (userIds: readonly number[]): void => {
    for (const userId of userIds) {
      send(userId).catch((error: unknown) =>
        logger.error({ err: error, userId }, 'a changed profile could not be sent to main screens'),
      );
    }
  };
}
