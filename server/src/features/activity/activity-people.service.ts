import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { AccountStatusChanged } from '../accounts/index.ts';
import type { BlockChange } from '../relations/index.ts';
import type { ActivitySources } from './activity-sources.service.ts';
import { listItemsAbout } from './activity-teller.repository.ts';
import { marksOf, type ActivityMark } from './activity-marks.codec.ts';
import { listItemsBetween, listItemsByActor, type ItemOfUser } from './activity.repository.ts';

/** Items of each of two users that a block between them shows anew on open screens: a page. */
const BETWEEN_MAX = 30;

/** Items of other users that a suspension shows anew on open screens. */
const BY_ACTOR_MAX = 300;

type Deps = {
  readonly database: Pick<Database, 'db'>;
  readonly logger: Logger;
  readonly sources: Pick<ActivitySources, 'listSubjectsBy'>;
  readonly send: (marks: readonly ActivityMark[]) => void;
};

/**
 * Creates the reactions of the activity to suspensions and blocks (NT-01). Only the newest items are sent to open screens, and a
 * failure is only logged: the list itself is always right.
 */
export function createActivityPeople({ database: { db }, logger, sources, send }: Deps) {
  const publish = (items: Promise<readonly ItemOfUser[]>): void =>
    void items.then(
      (found) => send(marksOf(found, 'changed')),
      (error: unknown) =>
        logger.error({ err: error }, 'a change of a user could not be sent to the activity'),
    );
  /** Returns the newest items in which a user is the only actor, and those that others have as well. */
  async function listItemsWith(actorId: number): Promise<ItemOfUser[]> {
    const own = await listItemsByActor(db, actorId, BY_ACTOR_MAX);
    const subjects = await sources.listSubjectsBy(db, actorId, BY_ACTOR_MAX);
    return [...own, ...(await listItemsAbout(db, subjects, BY_ACTOR_MAX))];
  }

  return {
    accountStatusChanged: ({ userId }: AccountStatusChanged): void => publish(listItemsWith(userId)),
    blockChanged: ({ blockerId, blockedId }: BlockChange): void =>
      publish(listItemsBetween(db, blockerId, blockedId, BETWEEN_MAX)),
  };
}
