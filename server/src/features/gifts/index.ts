/**
 * Gifts between members of a room: the prices, the conditions, and the message in the room. The ledger moves the coins;
 * the conditions are read in the same transaction.
 */
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Activity } from '../activity/index.ts';
import type { Rooms } from '../rooms/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { giftActivity, listItemsInRoom } from './gifts-activity.repository.ts';
import { giftsHandlers } from './gifts.routes.ts';
import { createGiftService } from './gifts.service.ts';

export { giftsChecks } from './gifts.repository.ts';
export { giftSections } from './gifts.personal.repository.ts';

/** Dependencies of gifts. */
export type GiftsOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly rooms: Pick<Rooms, 'giftsGiven' | 'onEnded'>;
  readonly wallet: Pick<Wallet, 'post'>;
  readonly activity: Pick<Activity, 'tell' | 'register' | 'show'>;
};

/** Creates the feature. */
export function createGifts(options: GiftsOptions) {
  const { activity, rooms, database, logger } = options;
  activity.register(giftActivity);
  rooms.onEnded((end) => {
    database
      .transaction(async (tx) => activity.show(tx, await listItemsInRoom(tx, end), 'changed'))
      .catch((error: unknown) =>
        logger.error({ err: error }, 'gifts of a room could not be taken from open screens'),
      );
  });
  return { handlers: giftsHandlers(createGiftService(options)) };
}
