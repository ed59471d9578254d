import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { AccountStatusChanged } from '../accounts/index.ts';
import type { BlockChange } from '../relations/index.ts';
import { marksOf, type ActivityMark } from './activity-marks.codec.ts';
import { listItemsBetween, listItemsByActor, type ItemOfUser } from './activity.repository.ts';

/** Items of each of two users that a block between them shows anew on open screens: a page. */
const BETWEEN_MAX = 30;

/** Items of other users that a suspension shows anew on open screens. */
const BY_ACTOR_MAX = 300;

type Deps = {
  readonly database: Pick<Database, 'db'>;
  readonly logger: Logger;
  readonly send: (marks: readonly ActivityMark[]) => void;
};

/**
 * Creates the reactions of the activity to suspensions and blocks (NT-01). Only the newest items are sent to open screens, and a
 * failure is only logged: the list itself is always right.
 */
export function createActivityPeople({ database: { db }, logger, send }: Deps) {
  const publish = (items: Promise<readonly ItemOfUser[]>): void =>
    void items.then(
      (found) => send(marksOf(found, 'changed')),
      (error: unknown) =>
        logger.error({ err: error }, 'a change of a user could not be sent to the activity'),
    );
  return {
    accountStatusChanged: ({ userId }: AccountStatusChanged): void =>
      publish(listItemsByActor(db, userId, BY_ACTOR_MAX)),
    blockChanged: ({ blockerId, blockedId }: BlockChange): void =>
      publish(listItemsBetween(db, blockerId, blockedId, BETWEEN_MAX)),
  };
}
