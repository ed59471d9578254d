import { randomBytes } from 'node:crypto';
import { GIFTS, isGiftType } from '@adda/contract/gifts';
import { coinsOf } from '@adda/contract/kernel/money';
import { createBatchWriter, StorageFullError, type Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Rooms } from '../rooms/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { createGiftExecutor, type GiftOutcome } from './gift-executor.ts';
import type { GiftRequest } from './gifts.repository.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly rooms: Pick<Rooms, 'giftsGiven'>;
  readonly wallet: Pick<Wallet, 'post'>;
};

/** The request of a gift. */
export type GiftInput = {
  readonly group_id: string;
  readonly recipient_username: string;
  readonly gift_type: string;
  readonly client_gift_id?: string | undefined;
};

const GIFT_ID_BYTES = 12;

/** Service that gives gifts. */
export type GiftService = ReturnType<typeof createGiftService>;

/** Creates the command; concurrent gifts are batched into one transaction. */
export function createGiftService({ database, logger, ...deps }: Deps) {
  const batchWriter = createBatchWriter<GiftRequest, GiftOutcome>({
    database,
    execute: createGiftExecutor(deps),
  });

  async function submit(request: GiftRequest): Promise<GiftOutcome> {
    try {
      return await batchWriter.submit(request);
    } catch (error) {
      if (error instanceof StorageFullError) throw error;
      logger.error({ err: error }, 'a gift could not be stored');
      throw appError('gift_failed');
    }
  }

  return {
    /**
     * Gives a gift. Throws `invalid_gift`, `gift_incomplete`, the codes of the policy, `gift_funds`,
     * `gift_repeated_otherwise` or, if the same gift may be retried, `gift_failed`.
     */
    async send(actor: Actor, input: GiftInput) {
      const { group_id: groupId, recipient_username: recipient, gift_type: giftType } = input;
      if (giftType !== '' && !isGiftType(giftType)) throw appError('invalid_gift');
      if (giftType === '' || recipient === '') throw appError('gift_incomplete');
      const outcome = await submit({
        giftId: randomBytes(GIFT_ID_BYTES).toString('hex'),
        groupId,
        senderId: actor.userId,
        recipient,
        giftType,
        clientGiftId: input.client_gift_id ?? null,
      });
      if ('refusal' in outcome) throw appError(outcome.refusal, { id: groupId });
      const { cost, emoji, description } = GIFTS[giftType];
      return {
        message: `You sent ${description} ${emoji} to ${outcome.recipient}!`,
        gift_id: outcome.giftId,
        gift_emoji: emoji,
        gift_description: description,
        recipient: outcome.recipient,
        cost,
        balance: coinsOf(outcome.balance),
      };
    },
  };
}
