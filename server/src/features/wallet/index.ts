/**
 * The wallet: the ledger, histories, payouts and the leaderboard. Other features post transfers (`credit`, `give`,
 * `takeBack`) in their own transaction; balances change in no other way.
 */
import './wallet.tables.ts';
import type { Balance } from '@adda/contract/wallet';
import { afterCommit, type Database, type Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { ServerSecret } from '../../platform/secrets/server-secrets.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Activity } from '../activity/index.ts';
import { createBonuses } from './bonuses/bonuses.service.ts';
import { createLeaderboard } from './leaderboard/leaderboard.service.ts';
import { createHistory, balanceOf, createClosing } from './wallet.service.ts';
import { postFee, postTransfers, type Post } from './ledger/ledger.repository.ts';
import type { WalletState } from './ledger/transfers.policy.ts';
import { createPayeeRenewals } from './payees/payee-seals.service.ts';
import { createPayees } from './payees/payees.service.ts';
import { payoutActivity } from './payouts/payout-activity.repository.ts';
import { createPayoutDecisions } from './payouts/payout-decisions.service.ts';
import { createPayouts } from './payouts/payouts.service.ts';
import { walletHandlers } from './wallet.routes.ts';

export { credit, give, takeBack, type Transfer, type WalletState } from './ledger/transfers.policy.ts';
export type { Fee, Posted } from './ledger/ledger.repository.ts';
export { listFaults } from './ledger/ledger-check.repository.ts';
export { createLedgerCommands, type LedgerCheck } from './ledger/ledger-check.service.ts';
export { coinLabel } from './wallet.policy.ts';
export { readWallet } from './wallet.repository.ts';
export { walletSections } from './wallet.personal.repository.ts';

/** Dependencies of the wallet. */
export type WalletOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  /** The server's secret, from which the key of payees is derived. */
  readonly secret: ServerSecret;
  /** Bonuses and payouts above this number of coins need two administrators. */
  readonly fourEyesCoins: number;
  readonly mailOwner: Accounts['mailOwner'];
  readonly activity: Pick<Activity, 'tell' | 'changed' | 'register'>;
};

/** A changed balance, in the wire format. */
export type WalletChanged = { readonly userId: number; readonly balance: Balance };

/** Creates the feature. */
export function createWallet(options: WalletOptions) {
  const leaderboard = createLeaderboard(options);
  const listeners: ((changed: WalletChanged) => void)[] = [];

  function notify(tx: Tx, userId: number | null, state: WalletState | undefined): void {
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
      notify(tx, transfer.payer, payer);
      notify(tx, transfer.payee, payee);
    }
    return posted;
  };

  const { database, secret, fourEyesCoins, mailOwner, activity } = options;
  activity.register(payoutActivity);
  const payees = createPayees({ database, secret, mailOwner });
  return {
    handlers: walletHandlers({
      history: createHistory(database),
      leaderboard,
      payouts: createPayouts({ database, post, payees, mailOwner }),
      payees,
      decisions: createPayoutDecisions({ database, post, payees, activity, fourEyesCoins }),
      bonuses: createBonuses({ database, post, fourEyesCoins }),
    }),
    /**
     * Closes the wallet in the transaction that deletes the account. Has to run last there, because it locks the wallet
     * (SV-13).
     */
    close: createClosing(post, leaderboard),
    /** Registers a listener for changed wallets, called after the commit; it must not throw. */
    onChanged: (listener: (changed: WalletChanged) => void) => void listeners.push(listener),
    /**
     * Posts transfers in the given transaction, in order, each at most once for its cause. Insufficient funds
     * are returned as `insufficient`, not thrown. Wallets stay locked until the transaction ends: post last.
     */
    post,
    /** Posts a platform fee of a sale, or its reversal; no wallet changes. */
    postFee,
    /** What is encrypted anew after the exchange of the secret. */
    sealRenewals: createPayeeRenewals({ database, secret }),
    /** Schedules the recurring jobs; call once before the job queue starts. */
    startJobs: leaderboard.startJobs,
  };
}

/** The public interface of the wallet. */
export type Wallet = ReturnType<typeof createWallet>;
