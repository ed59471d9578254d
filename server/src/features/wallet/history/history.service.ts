import type { Balance } from '@adda/contract/wallet';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { pageOf, type PageQuery } from '../wallet.paging.ts';
import { balanceOf } from '../wallet.balance.ts';
import { readWallet } from '../wallet.repository.ts';
import { hideLine, listLines } from './history.repository.ts';

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
