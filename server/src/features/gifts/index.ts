/**
 * Gifts owns what people in a room give each other: what it costs, who may, and what the room sees of it. What moves
 * is the ledger's; whether somebody may is read in the same transaction.
 */
import './gifts.tables.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Rooms } from '../rooms/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { giftsHandlers } from './gifts.routes.ts';
import { createGiftService } from './gifts.service.ts';

export { giftsChecks } from './gifts-checks.ts';
export { giftSections } from './gifts.personal.repository.ts';

/** What gifts need of the rest. */
export type GiftsOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly rooms: Pick<Rooms, 'giftsGiven'>;
  readonly wallet: Pick<Wallet, 'post'>;
};

/** Makes the feature. */
export function createGifts(options: GiftsOptions) {
  return { handlers: giftsHandlers(createGiftService(options)) };
}
