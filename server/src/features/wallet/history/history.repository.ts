import { coinsOf } from '@adda/contract/kernel/money';
import type { Transaction, TransactionType } from '@adda/contract/wallet';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../../platform/database/index.ts';

type Line = {
  readonly line_id: string;
  readonly transaction_type: TransactionType;
  readonly description: string;
  readonly amount: number;
  readonly created_at: Date;
};

/** An entry of the page, or only the total number if the page is beyond the end. */
type Row = { readonly total: number } & (Line | { readonly line_id: null });

/** Returns the entries of a user's history that are not hidden, newest first, and their total number (WA-10, Q-22). */
export async function listLines(
  db: Queryable,
  userId: number,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ lines: Transaction[]; total: number }> {
  const { rows } = await sql<Row>`
    SELECT counted.total, line.* FROM (
      SELECT count(*) AS total FROM wallet_lines WHERE user_id = ${userId} AND hidden_at IS NULL
    ) counted LEFT JOIN (
      SELECT id, line_id, transaction_type, description, amount, created_at FROM wallet_lines
      WHERE user_id = ${userId} AND hidden_at IS NULL ORDER BY id DESC OFFSET ${skip} LIMIT ${limit}
    ) line ON true
    ORDER BY line.id DESC`.execute(db);
  const lines = rows.flatMap((row) => (row.line_id === null ? [] : [transactionOf(row)]));
  return { lines, total: rows[0]?.total ?? 0 };
}

function transactionOf(line: Line): Transaction {
  const type = line.transaction_type;
  return {
    _id: line.line_id,
    transaction_type: type,
    description: line.description,
    amount: coinsOf(line.amount),
    created_at: line.created_at.toISOString(),
    is_referral: type === 'referral',
    is_login_bonus: type === 'login_bonus',
    is_star_bonus: type === 'star_bonus',
    is_wheel_game: type === 'wheel_game',
    is_ad_reward: type === 'ad_reward',
    is_gift_sent: type === 'gift_sent',
  };
}

/** Hides an entry of the user's own history; idempotent. Returns false if the user has no such entry (WA-15, Q-22). */
export async function hideLine({ db }: Database, userId: number, lineId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE wallet_lines SET hidden_at = coalesce(hidden_at, now())
    WHERE line_id = ${lineId} AND user_id = ${userId}`.execute(db);
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}
