/**
 * The wallet owns everybody's coins: the ledger, its history, payouts and the leaderboard. Other features say what moves
 * and why (`credit`, `give`, `takeBack`), in their own transaction; nothing else changes a balance.
 */
import './bonuses/bonuses.tables.ts';
import './payees/payees.tables.ts';
import './payouts/payouts.tables.ts';
import './wallet.tables.ts';
import type { Balance } from '@adda/contract/wallet';
import { afterCommit, type Database, type Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { createBonuses } from './bonuses/bonuses.service.ts';
import { createLeaderboard } from './leaderboard/leaderboard.ts';
import { createHistory } from './history/history.service.ts';
import { postFee } from './ledger/fees.repository.ts';
import { postTransfers, type Post } from './ledger/ledger.repository.ts';
import type { WalletState } from './ledger/transfers.ts';
import { createPayees } from './payees/payees.service.ts';
import { createPayoutDecisions } from './payouts/payout-decisions.service.ts';
import { createPayouts } from './payouts/payouts.service.ts';
import { balanceOf } from './wallet.balance.ts';
import { createClosing } from './wallet.closing.ts';
import { walletHandlers } from './wallet.routes.ts';
import type { TellOwner } from './wallet.types.ts';

export { credit, give, takeBack } from './ledger/transfers.ts';
export type { Transfer, WalletState } from './ledger/transfers.ts';
export type { Fee } from './ledger/fees.repository.ts';
export type { Posted } from './ledger/ledger.repository.ts';
export { createLedgerCommands, type LedgerCheck } from './ledger/ledger-check.ts';
export { coinLabel } from './coin-labels.ts';
export { readWallet } from './wallet.repository.ts';
export { walletSections } from './wallet.personal.repository.ts';

/** What the wallet needs of the rest. */
export type WalletOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  /** The server's secret; the key of payees is derived from it. */
  readonly secret: string;
  /** Bonuses and payouts of more coins need two administrators. */
  readonly fourEyesCoins: number;
  readonly tellOwner: TellOwner;
};

/** Coins of a person have changed; as the wire has them. */
export type WalletChanged = { readonly userId: number; readonly balance: Balance };

/** Makes the feature. */
export function createWallet(options: WalletOptions) {
  const leaderboard = createLeaderboard(options);
  const listeners: ((changed: WalletChanged) => void)[] = [];

  function tell(tx: Tx, userId: number | null, state: WalletState | undefined): void {
    if (userId === null || !state) return;
    afterCommit(tx, () => {
      for (const listener of listeners) listener({ userId, balance: balanceOf(state) });
    });
  }

  const post: Post = async (tx, transfers) => {
    const posted = await postTransfers(tx, transfers);
    for (const [index, { status, payer, payee }] of posted.entries()) {
      const transfer = transfers[index];
      if (!transfer || status !== 'posted') continue;
      tell(tx, transfer.payer, payer);
      tell(tx, transfer.payee, payee);
    }
    return posted;
  };

  const { database, secret, fourEyesCoins, tellOwner } = options;
  const payees = createPayees({ database, secret, tellOwner });
  return {
    handlers: walletHandlers({
      history: createHistory(database),
      leaderboard,
      payouts: createPayouts({ database, post, payees, tellOwner }),
      payees,
      decisions: createPayoutDecisions({ database, post, payees, fourEyesCoins }),
      bonuses: createBonuses({ database, post, fourEyesCoins }),
    }),
    /** Joins the end of an account; to be the last to do so, because it locks the wallet (SV-13). */
    close: createClosing(post, leaderboard),
    /** Told of every changed wallet once it is committed; must not throw. */
    onChanged: (listener: (changed: WalletChanged) => void) => void listeners.push(listener),
    /**
     * Posts transfers in the transaction, in their order, each at most once for its cause. What is not covered is
     * answered as `insufficient`, not thrown. Wallets stay locked until the transaction ends: post last.
     */
    post,
    /** Enters what the platform keeps of a sale, or gives back of it; touches no wallet. */
    postFee,
    /** Runs what recurs; call once before the job queue starts. */
    startJobs: leaderboard.startJobs,
  };
}

/** The face of the wallet. */
export type Wallet = ReturnType<typeof createWallet>;
