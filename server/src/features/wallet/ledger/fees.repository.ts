import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** What the platform keeps; below zero what it gives back. In hundredths of a coin. */
export type Fee = {
  /** Unique for ever, as a transfer's (R-09). */
  readonly cause: string;
  readonly kind: string;
  readonly amount: number;
  /** The cause of the fee of which this is a part that goes back. */
  readonly reverses?: string;
};

/** Enters a fee of the platform's. It touches no wallet. Throws where its cause was used before (R-08, X-14). */
export async function postFee(tx: Tx, { cause, kind, amount, reverses }: Fee): Promise<void> {
  if (amount === 0) return;
  await sql`
    WITH entered AS (
      INSERT INTO ledger_transfers (cause, fingerprint, kind, reverses)
      VALUES (${cause}, ${`${kind} ${amount}`}, ${kind},
        (SELECT id FROM ledger_transfers WHERE cause = ${reverses ?? null}))
      RETURNING id
    )
    INSERT INTO ledger_entries (transfer_id, line, account, amount)
    SELECT entered.id, side.line, side.account, side.amount FROM entered
    CROSS JOIN (VALUES (1, 'platform', ${-amount}::bigint), (2, 'fees', ${amount}::bigint)) AS side (line, account, amount)`.execute(
    tx,
  );
}
