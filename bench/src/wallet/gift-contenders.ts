import { GIFTS } from '@adda/contract/gifts';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createActivityTeller } from '../../../server/src/features/activity/index.ts';
import { createGiftService } from '../../../server/src/features/gifts/gifts.service.ts';
import { postTransfers } from '../../../server/src/features/wallet/ledger/ledger.repository.ts';
import { createLogger } from '../../../server/src/platform/logging/logger.ts';
import type { GiftServer, Giver } from './gift-server.ts';

/** A gift that a measurement sends. */
export type PlannedGift = { readonly groupId: string; readonly from: Giver; readonly to: Giver };

/** An implementation of gifts. */
export type GiftContender = {
  readonly give: (gift: PlannedGift) => Promise<void>;
  readonly close: () => Promise<void>;
};

const GIFT = 'like';
const AMOUNT = GIFTS[GIFT].cost * 100;

/**
 * The program's implementation: checks the conditions, posts to the ledger, stores the gift; concurrent gifts share a
 * commit.
 */
export function addaGifts({ database }: GiftServer): GiftContender {
  const { send } = createGiftService({
    database,
    logger: createLogger('warn'),
    rooms: { giftsGiven() {} },
    wallet: { post: postTransfers },
    activity: createActivityTeller(() => undefined),
  });
  return {
    async give({ groupId, from, to }) {
      const actor = {
        ...from,
        isGuest: false,
        role: 'user',
        sessionId: '',
        hasRecentProof: false,
        isPasswordEnough: true,
        hasSecondFactor: false,
      } as const;
      const input = { group_id: groupId, recipient_username: to.username, gift_type: GIFT };
      await send(actor, { ...input, client_gift_id: randomUUID() });
    },
    close: async () => {},
  };
}

/** SQL of the comparison: locks the room and both wallets, checks the conditions, and writes the gift. */
const LOCK = `
  WITH room AS MATERIALIZED (
    SELECT conversations.id FROM conversations JOIN rooms ON rooms.conversation_id = conversations.id
    WHERE rooms.group_id = $3 AND rooms.deleted_at IS NULL FOR SHARE OF conversations
  ), purse AS MATERIALIZED (
    SELECT user_id FROM wallets WHERE user_id IN ($1, $2) ORDER BY user_id FOR UPDATE
  )
  SELECT room.id FROM room WHERE (SELECT count(*) FROM purse) = 2`;

const CHECK = `
  SELECT FROM users WHERE id = $2 AND deleted_at IS NULL AND NOT is_guest
    AND (SELECT count(*) FROM conversation_members WHERE conversation_id = $3 AND user_id IN ($1, $2)) = 2
    AND NOT EXISTS (SELECT FROM room_bans WHERE conversation_id = $3 AND user_id IN ($1, $2))
    AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = $1 AND blocked_id = $2)
    AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = $2 AND blocked_id = $1)`;

const WRITE = `
  WITH moved AS (
    UPDATE wallets SET balance = balance + change.bought + change.earned, bought = wallets.bought + change.bought,
      earned = wallets.earned + change.earned
    FROM (VALUES ($2::bigint, -$4::bigint, 0::bigint), ($3, 0, $4)) AS change (person, bought, earned)
    WHERE user_id = change.person
  ), transfer AS (
    INSERT INTO ledger_transfers (cause, fingerprint, kind) VALUES ($1, $1, 'gift') RETURNING id
  ), entry AS (
    INSERT INTO ledger_entries (transfer_id, line, account, user_id, amount)
    SELECT id, line, account, person, amount FROM transfer,
      (VALUES (1, 'bought', $2::bigint, -$4::bigint), (2, 'earned', $3, $4)) AS side (line, account, person, amount)
  ), line AS (
    INSERT INTO wallet_lines (user_id, transfer_id, transaction_type, description, amount)
    SELECT person, id, type, description, $4 FROM transfer,
      (VALUES ($2::bigint, 'gift_sent', 'Sent Like'), ($3, 'credit', 'Like')) AS line (person, type, description)
  )
  INSERT INTO gifts (gift_id, conversation_id, sender_id, recipient_id, gift_type, client_gift_id, transfer_id)
  SELECT $1, $5, $2, $3, 'like', $1, id FROM transfer`;

/**
 * Each gift alone in five round trips, with the same guarantees: checked under the locks that kicks and blocks wait
 * for, and written in one statement. Uses as many connections as the program.
 */
export function plainGifts({ url }: GiftServer, connections: number): GiftContender {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  return {
    async give({ groupId, from, to }) {
      const pair = [from.userId, to.userId];
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const lock = { name: 'lock', text: LOCK, values: [...pair, groupId] };
        const room = (await client.query<{ id: number }>(lock)).rows[0]?.id;
        const allowed = await client.query({ name: 'judge', text: CHECK, values: [...pair, room] });
        if (allowed.rows.length !== 1) throw new Error('a gift was refused');
        const values = [randomUUID(), ...pair, AMOUNT, room];
        await client.query({ name: 'write', text: WRITE, values });
        await client.query('COMMIT');
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
