/**
 * The wallet owns everybody's coins: the ledger, its history, payouts and the leaderboard. Other features say what moves
 * and why (`credit`, `give`, `takeBack`), in their own transaction; nothing else changes a balance.
 */
import './wallet.tables.ts';
import type { Balance } from '@adda/contract/wallet';
import { afterCommit, type Database, type Tx } from '../../platform/database/index.ts';
import type { Accounts } from '../accounts/index.ts';
import { postTransfers, type Posted } from './ledger/ledger.repository.ts';
import type { Transfer, WalletState } from './ledger/transfers.ts';
import { balanceOf } from './wallet.balance.ts';
import { walletHandlers } from './wallet.routes.ts';

export { credit, give, takeBack } from './ledger/transfers.ts';
export type { Transfer, WalletState } from './ledger/transfers.ts';
export type { Posted } from './ledger/ledger.repository.ts';
export { balanceOf } from './wallet.balance.ts';

/** What the wallet needs of the rest. */
export type WalletOptions = {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'onDeleting'>;
  /** The server's secret; the key of payees is derived from it. */
  readonly secret: string;
};

/** Coins of a person have changed; as the wire has them. */
export type WalletChanged = { readonly userId: number; readonly balance: Balance };

/** Makes the feature. */
export function createWallet(_options: WalletOptions) {
  const listeners: ((changed: WalletChanged) => void)[] = [];

  function tell(tx: Tx, userId: number | null, state: WalletState | undefined): void {
    if (userId === null || !state) return;
    afterCommit(tx, () => {
      for (const listener of listeners) listener({ userId, balance: balanceOf(state) });
    });
  }

  return {
    handlers: walletHandlers(),
    /** Told of every changed wallet once it is committed; must not throw. */
    onChanged: (listener: (changed: WalletChanged) => void) => void listeners.push(listener),
    /**
     * Posts transfers in the transaction, in their order, each at most once for its cause. What is not covered is
     * answered as `insufficient`, not thrown. Wallets stay locked until the transaction ends: post last.
     */
    async post(tx: Tx, transfers: readonly Transfer[]): Promise<Posted[]> {
      const posted = await postTransfers(tx, transfers);
      for (const [index, { status, payer, payee }] of posted.entries()) {
        const transfer = transfers[index];
        if (!transfer || status !== 'posted') continue;
        tell(tx, transfer.payer, payer);
        tell(tx, transfer.payee, payee);
      }
      return posted;
    },
    /** Runs what recurs; call once before the job queue starts. */
    startJobs() {},
  };
}

/** The face of the wallet. */
export type Wallet = ReturnType<typeof createWallet>;
