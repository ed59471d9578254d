/** Gifts owns what people in a room give each other: what it costs, who may, and what the room sees of it. */
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Rooms } from '../rooms/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { giftsHandlers } from './gifts.routes.ts';

/** What gifts need of the rest. */
export type GiftsOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly rooms: Rooms;
  readonly wallet: Pick<Wallet, 'post'>;
};

/** Makes the feature. */
export function createGifts(_options: GiftsOptions) {
  return { handlers: giftsHandlers() };
}

/** The face of gifts. */
export type Gifts = ReturnType<typeof createGifts>;
