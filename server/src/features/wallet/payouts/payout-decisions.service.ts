import type { PayoutCase, PayoutDecision, PayoutStatus } from '@adda/contract/wallet';
import { coinsOf } from '@adda/contract/kernel/money';
import { writeAudit } from '../../../platform/audit/index.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { ActivityTeller } from '../../activity/index.ts';
import type { Post } from '../ledger/ledger.repository.ts';
import type { Payees } from '../payees/payees.service.ts';
import { coinLabel, pageOf, type PageQuery } from '../wallet.policy.ts';
import { lockWallet } from '../wallet.repository.ts';
import { caseOf, payeeOf } from './payouts.service.ts';
import { mayBecome, transferOf } from './payouts.policy.ts';
import {
  decidePayout,
  findPayout,
  listPayouts,
  lockPayout,
  storeFirstApproval,
  type PayoutRow,
} from './payouts.repository.ts';

type Deps = {
  readonly database: Database;
  readonly post: Post;
  readonly payees: Payees;
  readonly activity: Pick<ActivityTeller, 'tell' | 'changed'>;
  /** Above this number of coins two administrators have to approve. */
  readonly fourEyesCoins: number;
};

/** Throws `payout_owes` if the user has debt from refunds: the refunded money would be paid out as well. */
async function refuseDebt(tx: Tx, userId: number): Promise<void> {
  const { debt } = await lockWallet(tx, userId);
  if (debt < 0) throw appError('payout_owes', { owed: coinLabel(coinsOf(-debt)) });
}

/** Service for administrators who decide payouts. */
export type PayoutDecisions = ReturnType<typeof createPayoutDecisions>;

/** Creates the commands for administrators (SV-93). */
export function createPayoutDecisions({ database, post, payees, activity, fourEyesCoins }: Deps) {
  /** Whether an approval is the first of two. Throws if the administrator already gave the first one. */
  function isFirstOfTwo(row: PayoutRow, actor: Actor, decision: PayoutDecision): boolean {
    if (decision.status !== 'approved' || coinsOf(row.amount) <= fourEyesCoins) return false;
    if (row.first_approved_by === actor.userId) throw appError('second_administrator_needed');
    return row.first_approved_by === null;
  }

  async function move(tx: Tx, row: PayoutRow, target: PayoutDecision['status']): Promise<void> {
    const { payout_id: payoutId, user_id: userId, status, bought, earned, given } = row;
    const transfer = transferOf({ payoutId, userId, status, parts: { bought, earned, given } }, target);
    if (!transfer) return;
    const [moved] = await post(tx, [transfer]);
    if (moved?.status !== 'posted') throw new Error(`${payoutId} could not be ${target}`);
  }

  /** Locks and returns the request if the administrator may take this step. */
  async function lockFor(tx: Tx, actor: Actor, payoutId: string, target: PayoutDecision['status']) {
    const row = await lockPayout(tx, payoutId);
    if (!row) throw appError('payout_not_found');
    if (row.user_id === actor.userId) throw appError('own_case');
    if (!mayBecome(row.status, target))
      throw appError('payout_step_refused', { status: row.status, wanted: target });
    return row;
  }

  return {
    /** Returns a page of all users' requests, oldest first, payees masked. */
    async list(actor: Actor, { status, ...query }: PageQuery & { status?: PayoutStatus | undefined }) {
      const { skip, limit, numbers } = pageOf(query);
      const { payouts, total } = await listPayouts(database.db, { status, order: 'oldest', skip, limit });
      return { payouts: payouts.map((row) => caseOf(row, payees, actor.userId)), ...numbers(total) };
    },

    /** Returns a request with the full account of the payee; the read is audited. Throws `payout_not_found`. */
    async read(actor: Actor, payoutId: string): Promise<{ payout: PayoutCase; account: string | null }> {
      return database.transaction(async (tx) => {
        const row = await findPayout(tx, payoutId);
        if (!row) throw appError('payout_not_found');
        await writeAudit(tx, { actorId: actor.userId, action: 'payout_read', target: `payout:${payoutId}` });
        const account = payeeOf(row, payees)?.account ?? null;
        return { payout: caseOf(row, payees, actor.userId), account };
      });
    },

    /**
     * Takes a request one step further, with its coins and an audit row, in one transaction. Above
     * `fourEyesCoins` the first approval waits for one by another administrator. Returns the new status. Throws
     * `payout_not_found`, `own_case`, `payout_step_refused` for an invalid step, `second_administrator_needed` or
     * `payout_owes`.
     */
    decide: (actor: Actor, payoutId: string, decision: PayoutDecision): Promise<PayoutStatus> =>
      database.transaction(async (tx) => {
        const row = await lockFor(tx, actor, payoutId, decision.status);
        const isFirst = isFirstOfTwo(row, actor, decision);
        if (decision.status !== 'rejected') await refuseDebt(tx, row.user_id);
        if (isFirst) await storeFirstApproval(tx, row.id, { ...decision, actorId: actor.userId });
        else await decidePayout(tx, row.id, decision);
        await writeAudit(tx, {
          actorId: actor.userId,
          action: isFirst ? 'payout_first_approved' : `payout_${decision.status}`,
          target: `payout:${payoutId}`,
          details: { reference: decision.reference ?? null, note: decision.note ?? null },
        });
        if (isFirst) return row.status;
        const subject = { type: 'order', id: payoutId } as const;
        // The item of an earlier decision goes, because it is not the last one any more.
        await activity.changed(tx, [subject]);
        await activity.tell(tx, [{ userId: row.user_id, kind: 'payout', subject, actorId: null }]);
        await move(tx, row, decision.status);
        return decision.status;
      }),
  };
}
