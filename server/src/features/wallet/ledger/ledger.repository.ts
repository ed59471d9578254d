import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';
import type { Transfer, WalletState } from './transfers.policy.ts';

/**
 * Result of a transfer. `repeated`: an identical one was posted before, nothing changed; `conflict`: a different one
 * was posted for this cause; `insufficient`: the payer's funds are too low.
 */
export type Posted = {
  readonly status: 'posted' | 'repeated' | 'conflict' | 'insufficient';
  readonly transferId: number | null;
  /** State after the transfer, for `insufficient` the current state; undefined if nothing was posted. */
  readonly payer: WalletState | undefined;
  readonly payee: WalletState | undefined;
};

/** Posts transfers as the last step of an open transaction; listeners are notified after the commit. */
export type Post = (tx: Tx, transfers: readonly Transfer[]) => Promise<Posted[]>;

type Row = {
  readonly n: number;
  readonly status: Posted['status'];
  readonly transfer_id: number | null;
  readonly payer_wallet: readonly number[] | null;
  readonly payee_wallet: readonly number[] | null;
};

/** Posts transfers in the given transaction, in order. Wallets stay locked until it ends, so post last (R-08). */
export async function postTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<Posted[]> {
  if (transfers.length === 0) return [];
  const { rows } = await sql<Row>`
    SELECT * FROM post_transfers(${JSON.stringify(transfers.map(itemOf))}::jsonb) ORDER BY n`.execute(tx);
  return rows.map((row) => ({
    status: row.status,
    transferId: row.transfer_id,
    payer: stateOf(row.payer_wallet),
    payee: stateOf(row.payee_wallet),
  }));
}

function itemOf(transfer: Transfer) {
  const { payerLine, payeeLine, ...rest } = transfer;
  return { ...rest, fingerprint: fingerprintOf(transfer), payer_line: payerLine, payee_line: payeeLine };
}

/** Two transfers of one cause must be equal in every field that moves coins. */
function fingerprintOf({ kind, amount, payer, payee, give, take }: Transfer): string {
  const text = JSON.stringify([kind, amount, payer, payee, give, take]);
  return createHash('sha256').update(text).digest('base64url');
}

function stateOf(accounts: readonly number[] | null): WalletState | undefined {
  if (!accounts) return undefined;
  const [bought = 0, earned = 0, given = 0, heldBought = 0, heldEarned = 0, heldGiven = 0, debt = 0] =
    accounts;
  return {
    balance: bought + earned + given,
    bought,
    earned,
    given,
    held: { bought: heldBought, earned: heldEarned, given: heldGiven },
    debt,
  };
}

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
