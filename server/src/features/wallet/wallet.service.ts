import { type Balance, WALLET_CURRENCY } from '@adda/contract/wallet';
import { coinsOf } from '@adda/contract/kernel/money';
import type { Database, Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { pageOf, type PageQuery } from './wallet.policy.ts';
import { readWallet, hideLine, listLines, deleteName, lockWallet } from './wallet.repository.ts';
import { type WalletState, forfeit } from './ledger/transfers.policy.ts';
import type { Post } from './ledger/ledger.repository.ts';
import type { Leaderboard } from './leaderboard/leaderboard.service.ts';
import { deletePayee } from './payees/payees.repository.ts';
import { deleteRejectedPayees, hasOpenPayout } from './payouts/payouts.repository.ts';

/** Service for a user's own balance and history. */
export type History = ReturnType<typeof createHistory>;

/** Creates the queries of balance and history. */
export function createHistory(database: Database) {
  return {
    /** Returns the caller's balance (WA-07); zero for guests. */
    async balance(actor: Actor): Promise<Balance> {
      return balanceOf(await readWallet(database.db, actor.userId));
    },

    /** Returns a page of the caller's history (WA-10, WA-11). */
    async page(actor: Actor, query: PageQuery) {
      const { skip, limit, numbers } = pageOf(query);
      const { lines, total } = await listLines(database.db, actor.userId, { skip, limit });
      return { history: lines, ...numbers(total) };
    },

    /**
     * Hides an entry of the caller's history permanently; coins do not change (WA-14, Q-22). Throws
     * `transaction_not_found`.
     */
    async hide(actor: Actor, lineId: string): Promise<void> {
      if (!(await hideLine(database, actor.userId, lineId))) throw appError('transaction_not_found');
    },
  };
}

/** Converts a balance to the wire format; bought coins are never payable. */
export function balanceOf({ balance, earned, given, held }: WalletState): Balance {
  return {
    balance: coinsOf(balance),
    currency: WALLET_CURRENCY,
    payable: coinsOf(earned + given),
    held: coinsOf(held.bought + held.earned + held.given),
  };
}

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
