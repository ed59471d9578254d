import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** A platform fee in hundredths of a coin; negative for a reversal. */
export type Fee = {
  /** Permanently unique, like the cause of a transfer (R-09). */
  readonly cause: string;
  readonly kind: string;
  readonly amount: number;
  /** The cause of the fee that this reverses in part. */
  readonly reverses?: string;
};

/** Posts a platform fee; no wallet changes. Throws if its cause was used before (R-08, X-14). */
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
