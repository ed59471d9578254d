import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { WalletsTable } from './wallet.tables.ts';
import type { WalletState } from './ledger/transfers.ts';

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
