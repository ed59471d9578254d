import type { TransactionType } from '@adda/contract/wallet';
import type { Generated } from 'kysely';

/**
 * A user's balance in hundredths of a coin: the projection of the ledger's entries, changed only by `post_transfers`.
 */
export type WalletsTable = {
  user_id: number;
  balance: Generated<number>;
  bought: Generated<number>;
  earned: Generated<number>;
  given: Generated<number>;
  held_bought: Generated<number>;
  held_earned: Generated<number>;
  held_given: Generated<number>;
  /** Zero or negative: coins that were taken back after they were spent. */
  debt: Generated<number>;
  /** The name on the leaderboard; null for guests, suspended and deleted users. Maintained by a trigger on `users`. */
  ranked_name: string | null;
};

/** An entry of a user's history. */
export type WalletLinesTable = {
  id: Generated<number>;
  line_id: Generated<string>;
  user_id: number;
  transfer_id: number;
  transaction_type: TransactionType;
  description: string;
  amount: number;
  created_at: Generated<Date>;
  hidden_at: Date | null;
};

/** A movement of coins; append-only. */
export type LedgerTransfersTable = {
  id: Generated<number>;
  cause: string;
  fingerprint: string;
  kind: string;
  reverses: number | null;
  created_at: Generated<Date>;
};

/** One side of a transfer; entries of the platform (`platform`, and `fees` for its share of sales) have no user. */
export type LedgerEntriesTable = {
  transfer_id: number;
  line: number;
  account: string;
  user_id: number | null;
  amount: number;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    wallets: WalletsTable;
    wallet_lines: WalletLinesTable;
    ledger_transfers: LedgerTransfersTable;
    ledger_entries: LedgerEntriesTable;
  }
}
