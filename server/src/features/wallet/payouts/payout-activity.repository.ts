import { coinsOf } from '@adda/contract/kernel/money';
import { sql } from 'kysely';
import type { ActivitySource } from '../../activity/index.ts';
import { coinLabel } from '../wallet.policy.ts';

/**
 * What was decided about the reader's payouts: a source of the activity (NT-01). Only the item of the last decision about a payout
 * is shown: once it is paid, the approval is of no interest.
 */
export const payoutActivity: ActivitySource = {
  kinds: ['payout'],

  async resolve(db, readerId, items) {
    const { rows } = await sql<{ id: string; payout_id: string; amount: number }>`
      SELECT item.id, payout.payout_id, payout.amount
      FROM unnest(
        ${items.map(({ id }) => id)}::text[], ${items.map(({ subjectId }) => subjectId)}::text[],
        ${items.map(({ happenedAt }) => happenedAt)}::timestamptz[]
      ) AS item (id, payout_id, happened_at)
      CROSS JOIN LATERAL (
        SELECT * FROM payouts WHERE payouts.payout_id = item.payout_id AND payouts.user_id = ${readerId} OFFSET 0
      ) payout
      WHERE payout.decided_at <= item.happened_at`.execute(db);
    return new Map(
      rows.map(({ id, payout_id: payoutId, amount }) => [
        id,
        {
          actorIds: [],
          actorCount: 0,
          subject: { type: 'order', id: payoutId },
          excerpt: coinLabel(coinsOf(amount)),
        },
      ]),
    );
  },

  listUnseen: async (...of) => new Set((await payoutActivity.resolve(...of)).keys()),
};
