import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

/** The credit of a recharge, and what refunds debited of it; hundredths of a coin. */
export type Credited = { readonly cause: string; readonly amount: number; readonly takenBack: number };

/** Returns all credits of recharges. */
export async function listCredits(tx: Tx): Promise<Credited[]> {
  const { rows } = await sql<Credited>`
    SELECT transfer.cause,
      (SELECT sum(amount) FROM ledger_entries WHERE transfer_id = transfer.id AND user_id IS NOT NULL)::bigint AS amount,
      (SELECT coalesce(-sum(entry.amount), 0) FROM ledger_transfers back
        JOIN ledger_entries entry ON entry.transfer_id = back.id
        WHERE back.reverses = transfer.id AND entry.user_id IS NOT NULL)::bigint AS "takenBack"
    FROM ledger_transfers transfer WHERE transfer.kind = 'recharge' ORDER BY transfer.id`.execute(tx);
  return rows;
}
