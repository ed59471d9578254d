/**
 * Gifts between members of a room: the prices, the conditions, and the message in the room. The ledger moves the coins;
 * the conditions are read in the same transaction.
 */
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Activity } from '../activity/index.ts';
import type { Rooms } from '../rooms/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { giftActivity } from './gifts-activity.repository.ts';
import { giftsHandlers } from './gifts.routes.ts';
import { createGiftService } from './gifts.service.ts';

export { giftsChecks } from './gifts.repository.ts';
export { giftSections } from './gifts.personal.repository.ts';

/** Dependencies of gifts. */
export type GiftsOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly rooms: Pick<Rooms, 'giftsGiven'>;
  readonly wallet: Pick<Wallet, 'post'>;
  readonly activity: Pick<Activity, 'tell' | 'register'>;
};

/** Creates the feature. */
export function createGifts(options: GiftsOptions) {
  options.activity.register(giftActivity);
  return { handlers: giftsHandlers(createGiftService(options)) };
}
