import type { Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Post } from './ledger/ledger.repository.ts';
import type { Leaderboard } from './leaderboard/leaderboard.ts';
import { forfeit } from './ledger/transfers.ts';
import { deletePayee } from './payees/payees.repository.ts';
import { deleteRejectedPayees, hasOpenPayout } from './payouts/payouts.repository.ts';
import { deleteName } from './history/delete-name.repository.ts';
import { lockWallet } from './wallet.repository.ts';

/** Creates the function that closes a wallet in the transaction that deletes the account (SV-13). */
export function createClosing(post: Post, leaderboard: Pick<Leaderboard, 'forget'>) {
  /** Moves the remaining coins to the platform. Throws `payout_pending` while a payout is open. */
  return async function closeWallet(tx: Tx, userId: number): Promise<void> {
    if (await hasOpenPayout(tx, userId)) throw appError('payout_pending');
    await deletePayee(tx, userId);
    await deleteRejectedPayees(tx, userId);
    await deleteName(tx, userId);
    await leaderboard.forget(tx, userId);
    const { balance: amount } = await lockWallet(tx, userId);
    if (amount > 0)
      await post(tx, [forfeit({ cause: `closed:${userId}`, kind: 'closed', amount }, { userId })]);
  };
}
