import type { PayoutCase, PayoutDecision, PayoutStatus } from '@adda/contract/wallet';
import { coinsOf } from '@adda/contract/kernel/money';
import { writeAudit } from '../../../platform/audit/index.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Post } from '../ledger/ledger.repository.ts';
import type { Payees } from '../payees/payees.service.ts';
import { coinWords } from '../coin-words.ts';
import { pageOf, type PageQuery } from '../wallet.paging.ts';
import { lockWallet } from '../wallet.repository.ts';
import { caseOf, payeeOf } from './payout-views.ts';
import { mayBecome, transferOf } from './payouts.policy.ts';
import { decidePayout, findPayout, listPayouts, lockPayout } from './payouts.repository.ts';

type Deps = { readonly database: Database; readonly post: Post; readonly payees: Payees };

/** Throws `payout_owes` where money of held coins went back to who had paid it; they would be paid for twice. */
async function refuseDebt(tx: Tx, userId: number): Promise<void> {
  const { debt } = await lockWallet(tx, userId);
  if (debt < 0) throw appError('payout_owes', { owed: coinWords(coinsOf(-debt)) });
}

/** What administrators do about payouts. */
export type PayoutDecisions = ReturnType<typeof createPayoutDecisions>;

/** Makes the commands of those who decide (SV-93). */
export function createPayoutDecisions({ database, post, payees }: Deps) {
  return {
    /** A page of everybody's requests, the oldest first, payees masked. */
    async list({ status, ...query }: PageQuery & { status?: PayoutStatus | undefined }) {
      const { skip, limit, numbers } = pageOf(query);
      const { payouts, total } = await listPayouts(database.db, { status, order: 'oldest', skip, limit });
      return { payouts: payouts.map((row) => caseOf(row, payees)), ...numbers(total) };
    },

    /** One of them with the payee's account in full; that it was read is kept. Throws `payout_not_found`. */
    async read(actor: Actor, payoutId: string): Promise<{ payout: PayoutCase; account: string | null }> {
      return database.transaction(async (tx) => {
        const row = await findPayout(tx, payoutId);
        if (!row) throw appError('payout_not_found');
        await writeAudit(tx, { actorId: actor.userId, action: 'payout_read', target: `payout:${payoutId}` });
        return { payout: caseOf(row, payees), account: payeeOf(row, payees)?.account ?? null };
      });
    },

    /**
     * Takes a request a step further, with its coins and an audit row, in one transaction. Throws
     * `payout_not_found`, `payout_step_refused` where it can't go there from where it is, or `payout_owes`.
     */
    async decide(actor: Actor, payoutId: string, decision: PayoutDecision): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await lockPayout(tx, payoutId);
        if (!row) throw appError('payout_not_found');
        const { status, user_id: userId, bought, earned, given } = row;
        if (!mayBecome(status, decision.status))
          throw appError('payout_step_refused', { status, wanted: decision.status });
        if (decision.status !== 'rejected') await refuseDebt(tx, userId);
        await decidePayout(tx, row.id, decision);
        await writeAudit(tx, {
          actorId: actor.userId,
          action: `payout_${decision.status}`,
          target: `payout:${payoutId}`,
          details: { reference: decision.reference ?? null, note: decision.note ?? null },
        });
        const transfer = transferOf(
          { payoutId, userId, status, parts: { bought, earned, given } },
          decision.status,
        );
        if (!transfer) return;
        const [moved] = await post(tx, [transfer]);
        if (moved?.status !== 'posted') throw new Error(`${payoutId} could not be ${decision.status}`);
      });
    },
  };
}
