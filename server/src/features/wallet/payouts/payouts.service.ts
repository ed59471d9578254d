import { randomBytes } from 'node:crypto';
import { hundredthsOf } from '@adda/contract/kernel/money';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Post } from '../ledger/ledger.repository.ts';
import { hold } from '../ledger/transfers.ts';
import { pageOf, type PageQuery } from '../wallet.paging.ts';
import { readWallet } from '../wallet.repository.ts';
import { payoutOf } from './payout-views.ts';
import { refusalOf } from './payouts.policy.ts';
import { insertPayout, listPayouts, lockRequester, noteParts } from './payouts.repository.ts';

const PAYOUT_ID_BYTES = 12;

/** What people ask to be paid. */
export type Payouts = ReturnType<typeof createPayouts>;

/** Makes the commands of those who ask. */
export function createPayouts({ database, post }: { database: Database; post: Post }) {
  return {
    /**
     * Asks for coins to be paid out; they are held in the same transaction (SV-91, X-13). Answers the request's id.
     * Throws, in this order, `payout_balance_too_low`, `payout_too_small`, `payout_above_balance` (PY-03 to PY-05),
     * `payout_needs_email` and `payout_waiting`.
     */
    async request(actor: Actor, coins: number): Promise<string> {
      const amount = hundredthsOf(coins);
      const payoutId = `payout_${randomBytes(PAYOUT_ID_BYTES).toString('hex')}`;
      const { userId } = actor;
      await database.transaction(async (tx) => {
        const requester = await lockRequester(tx, userId);
        if (!requester) throw appError('invalid_token');
        const refusal = refusalOf(amount, (await readWallet(tx, userId)).balance);
        if (refusal) throw appError(refusal);
        if (!requester.isVerified) throw appError('payout_needs_email');
        if (!(await insertPayout(tx, { payoutId, userId, amount }))) throw appError('payout_waiting');
        const basics = { cause: `payout:${payoutId}:requested`, kind: 'payout_requested', amount };
        const line = { type: 'debit', description: 'Payout requested' } as const;
        const [held] = await post(tx, [hold(basics, { userId, line })]);
        // Spent elsewhere since the balance was read.
        if (held?.status !== 'posted' || held.transferId === null) throw appError('payout_above_balance');
        await noteParts(tx, payoutId, held.transferId);
      });
      return payoutId;
    },

    /** A page of the caller's requests, the newest first (SV-92). */
    async mine(actor: Actor, query: PageQuery) {
      const { skip, limit, numbers } = pageOf(query);
      const filter = { userId: actor.userId, order: 'newest', skip, limit } as const;
      const { payouts, total } = await listPayouts(database.db, filter);
      return { payouts: payouts.map(payoutOf), ...numbers(total) };
    },
  };
}
