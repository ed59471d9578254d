import { sql } from 'kysely';
import { coinsOf } from '@adda/contract/kernel/money';
import type { Transaction, TransactionType } from '@adda/contract/wallet';
import { anonymousName } from '@adda/contract/accounts';
import type { Queryable, Tx, Database } from '../../platform/database/index.ts';
import type { WalletsTable } from './wallet.tables.ts';
import type { WalletState } from './ledger/transfers.policy.ts';

type Row = Omit<{ [Column in keyof WalletsTable]: number }, 'user_id' | 'ranked_name'>;

const NOTHING: WalletState = {
  balance: 0,
  bought: 0,
  earned: 0,
  given: 0,
  held: { bought: 0, earned: 0, given: 0 },
  debt: 0,
};

/** Returns a user's wallet in hundredths; zeros if there is none. */
export async function readWallet(db: Queryable, userId: number): Promise<WalletState> {
  const { rows } = await sql<Row>`
    SELECT balance, bought, earned, given, held_bought, held_earned, held_given, debt
    FROM wallets WHERE user_id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) return NOTHING;
  const { balance, bought, earned, given, debt } = row;
  const held = { bought: row.held_bought, earned: row.held_earned, given: row.held_given };
  return { balance, bought, earned, given, held, debt };
}

/** Like {@link readWallet}, locked until the transaction ends. */
export async function lockWallet(tx: Tx, userId: number): Promise<WalletState> {
  await sql`SELECT FROM wallets WHERE user_id = ${userId} FOR UPDATE`.execute(tx);
  return readWallet(tx, userId);
}

/**
 * Returns the id of the registered user with this name and locks the row, so that the account is not deleted until the
 * transaction ends.
 */
export async function lockRegistered(tx: Tx, username: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE username = ${username} AND deleted_at IS NULL AND NOT is_guest FOR KEY SHARE`.execute(
    tx,
  );
  return rows[0]?.id;
}

type Line = {
  readonly line_id: string;
  readonly transaction_type: TransactionType;
  readonly description: string;
  readonly amount: number;
  readonly created_at: Date;
};

/** An entry of the page, or only the total number if the page is beyond the end. */
type HistoryRow = { readonly total: number } & (Line | { readonly line_id: null });

/** Returns the entries of a user's history that are not hidden, newest first, and their total number (WA-10, Q-22). */
export async function listLines(
  db: Queryable,
  userId: number,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ lines: Transaction[]; total: number }> {
  const { rows } = await sql<HistoryRow>`
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

/**
 * Removes the name of a deleted account from the histories of users with a common transfer. Coins and times stay
 * (SV-13).
 */
export async function deleteName(tx: Tx, userId: number): Promise<void> {
  await sql`
    UPDATE wallet_lines line SET description = replace(line.description, person.username, ${anonymousName(userId)})
    FROM users person
    WHERE person.id = ${userId} AND line.user_id <> person.id
      AND line.transfer_id IN (SELECT transfer_id FROM ledger_entries WHERE user_id = ${userId})
      AND position(person.username IN line.description) > 0`.execute(tx);
  // The referrer's entry: the deleted user has no part in that transfer.
  await sql`
    UPDATE wallet_lines line SET description = replace(line.description, person.username, ${anonymousName(userId)})
    FROM users person
    WHERE person.id = ${userId} AND line.user_id = person.referred_by AND line.transaction_type = 'referral'
      AND position(person.username IN line.description) > 0`.execute(tx);
}
