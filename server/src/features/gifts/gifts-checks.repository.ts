import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import type { LedgerCheck } from '../wallet/index.ts';

/** Maximum number of inconsistencies listed per check. */
const MOST = 100;

/** Returns gifts whose debit differs from the credit, and transfers that name an unknown gift. */
async function listMispaidGifts(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    SELECT fault FROM (
      SELECT format('gift %s: its sender paid %s, its recipient got %s', gift.gift_id, moved.paid, moved.got)
      FROM gifts gift CROSS JOIN LATERAL (
        SELECT coalesce(-sum(amount) FILTER (WHERE user_id = gift.sender_id), 0) AS paid,
          coalesce(sum(amount) FILTER (WHERE user_id = gift.recipient_id), 0) AS got
        FROM ledger_entries WHERE transfer_id = gift.transfer_id
      ) moved WHERE moved.paid <= 0 OR moved.paid <> moved.got
      UNION ALL
      SELECT format('transfer %s (%s) has no gift', transfer.id, transfer.cause)
      FROM ledger_transfers transfer LEFT JOIN gifts ON gifts.transfer_id = transfer.id
      WHERE transfer.kind = 'gift' AND gifts.gift_id IS NULL
    ) faults (fault) LIMIT ${MOST}`.execute(tx);
  return rows.map(({ fault }) => fault);
}

/** Invariants of the ledger about gifts (GI-01, R-09). */
export const giftsChecks: readonly LedgerCheck[] = [
  { name: 'every gift went from its sender to its recipient', run: listMispaidGifts },
];
