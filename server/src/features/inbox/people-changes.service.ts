import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { AccountStatusChanged } from '../accounts/index.ts';
import type { InboxChange } from '../live/index.ts';
import type { BlockChange } from '../relations/index.ts';
import { listPlacesOf, listRoomsWith } from './inbox-events.repository.ts';

type Deps = {
  readonly database: Pick<Database, 'db'>;
  readonly logger: Logger;
  readonly changed: (changes: Iterable<InboxChange>) => void;
};

/**
 * Creates the reactions of inboxes to suspensions and blocks. A failure is logged only:
 * clients load the list whenever they connect.
 */
export function createPeopleChanges({ database: { db }, logger, changed }: Deps) {
  const publish = (changes: Promise<readonly InboxChange[]>): void =>
    void changes.then(changed, (error: unknown) =>
      logger.error({ err: error }, 'a change of a user could not be sent to inboxes'),
    );

  return {
    /** The private chats of a suspended user are gone for others until that ends, and so are the messages in rooms. */
    accountStatusChanged: ({ userId }: AccountStatusChanged): void =>
      publish(
        listPlacesOf(db, userId).then((places) =>
          places.map((place) =>
            'peerId' in place ? { userId: place.peerId, place: { peerId: userId } } : place,
          ),
        ),
      ),

    /**
     * The chat of the two users is gone for both while they are blocked, and so are their messages in rooms, also in
     * those that one of them has left.
     */
    blockChanged: ({ blockerId, blockedId }: BlockChange): void => {
      const rowsOf = async (userId: number, peerId: number): Promise<InboxChange[]> => {
        const rooms = (await listRoomsWith(db, userId, peerId)).map((groupId) => ({ groupId }));
        return [{ peerId }, ...rooms].map((place) => ({ userId, place }));
      };
      const rows = Promise.all([rowsOf(blockerId, blockedId), rowsOf(blockedId, blockerId)]);
      publish(rows.then((each) => each.flat()));
    },
  };
}
