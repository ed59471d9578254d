import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';

/** A user has received or read the messages of a peer up to a sequence. */
export type Receipt = {
  readonly userId: number;
  readonly peerId: number;
  readonly kind: 'delivered' | 'read';
  readonly upTo: number;
};

/** What became of a {@link Receipt}. */
export type ReceiptResult = Receipt & {
  /** Sequence of the newest message that is new with this mark; null if nothing is. */
  readonly sequence: number | null;
  readonly at: Date;
  /** When that message had been received before this mark; null if it had not. */
  readonly deliveredAt: Date | null;
  /** The name of the user. */
  readonly username: string;
  /** Both users tell what they have read. */
  readonly isTold: boolean;
};

type ResultRow = {
  user_id: number;
  peer_id: number;
  kind: Receipt['kind'];
  up_to: number;
  sequence: number | null;
  at: Date;
  delivered_at: Date | null;
  username: string;
  is_told: boolean;
};

/**
 * Stores marks in one statement and returns the results, without those of blocked or unknown pairs. A mark is stored at the
 * newest message of the peer that it covers, and only if it goes beyond the marks that are there.
 */
export async function storeReceipts(
  db: Queryable,
  receipts: readonly Receipt[],
): Promise<readonly ReceiptResult[]> {
  const { rows } = await sql<ResultRow>`
    SELECT user_id, peer_id, kind, up_to, sequence, at, delivered_at, username, is_told
    FROM store_receipts(
      ${receipts.map((receipt) => receipt.userId)}::bigint[], ${receipts.map((receipt) => receipt.peerId)}::bigint[],
      ${receipts.map((receipt) => receipt.kind)}::text[], ${receipts.map((receipt) => receipt.upTo)}::bigint[]
    )`.execute(db);
  return rows.map((row) => ({
    userId: row.user_id,
    peerId: row.peer_id,
    kind: row.kind,
    upTo: row.up_to,
    sequence: row.sequence,
    at: row.at,
    deliveredAt: row.delivered_at,
    username: row.username,
    isTold: row.is_told,
  }));
}

/** Removes all marks of a user. */
export async function deleteReceipts(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM receipts WHERE user_id = ${userId}`.execute(tx);
}
