import { GIFTS } from '@adda/contract/gifts';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createGiftService } from '../../../server/src/features/gifts/gifts.service.ts';
import { postTransfers } from '../../../server/src/features/wallet/ledger/ledger.repository.ts';
import { createLogger } from '../../../server/src/platform/logging/logger.ts';
import type { GiftHouse, Giver } from './gift-house.ts';

/** A gift that is to be given. */
export type PlannedGift = { readonly groupId: string; readonly from: Giver; readonly to: Giver };

/** One way to give. */
export type GiftContender = {
  readonly give: (gift: PlannedGift) => Promise<void>;
  readonly close: () => Promise<void>;
};

const GIFT = 'like';
const AMOUNT = GIFTS[GIFT].cost * 100;

/** As the program gives: who may is judged, the ledger posts, the gift is stored; what comes at once shares a commit. */
export function ourGifts({ database }: GiftHouse): GiftContender {
  const { send } = createGiftService({
    database,
    logger: createLogger('warn'),
    rooms: { giftsGiven() {} },
    wallet: { post: postTransfers },
  });
  return {
    async give({ groupId, from, to }) {
      const actor = { ...from, isGuest: false, role: 'user', sessionId: '' } as const;
      const input = { group_id: groupId, recipient_username: to.username, gift_type: GIFT };
      await send(actor, { ...input, client_gift_id: randomUUID() });
    },
    close: async () => {},
  };
}

const LOCK = 'SELECT user_id FROM wallets WHERE user_id IN ($1, $2) ORDER BY user_id FOR UPDATE';

const MOVE = `
  UPDATE wallets SET balance = balance + change.bought + change.earned, bought = wallets.bought + change.bought,
    earned = wallets.earned + change.earned
  FROM (VALUES ($1::bigint, -$3::bigint, 0::bigint), ($2, 0, $3)) AS change (person, bought, earned)
  WHERE user_id = change.person RETURNING balance`;

const WRITE = `
  WITH transfer AS (
    INSERT INTO ledger_transfers (cause, fingerprint, kind) VALUES ($1, $1, 'gift') RETURNING id
  ), entry AS (
    INSERT INTO ledger_entries (transfer_id, line, account, user_id, amount)
    SELECT id, line, account, person, amount FROM transfer,
      (VALUES (1, 'bought', $2::bigint, -$4::bigint), (2, 'earned', $3, $4)) AS side (line, account, person, amount)
  )
  INSERT INTO wallet_lines (user_id, transfer_id, transaction_type, description, amount)
  SELECT person, id, type, description, $4 FROM transfer,
    (VALUES ($2::bigint, 'gift_sent', 'Sent Like'), ($3, 'credit', 'Like')) AS line (person, type, description)`;

/**
 * The same transfer in five round trips, with the same guarantees of the ledger and nothing else: nobody is asked whether
 * they may give, and no gift is stored. As many connections as the program has.
 */
export function plainGifts({ url }: GiftHouse, connections: number): GiftContender {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  return {
    async give({ from, to }) {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await client.query({ name: 'lock', text: LOCK, values: [from.userId, to.userId] });
        await client.query({ name: 'move', text: MOVE, values: [from.userId, to.userId, AMOUNT] });
        const values = [`gift:${randomUUID()}`, from.userId, to.userId, AMOUNT];
        await client.query({ name: 'write', text: WRITE, values });
        await client.query('COMMIT');
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
