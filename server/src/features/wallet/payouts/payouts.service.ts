import { randomBytes } from 'node:crypto';
import { hundredthsOf, coinsOf } from '@adda/contract/kernel/money';
import type { Payout, PayoutCase } from '@adda/contract/wallet';
import { coinLabel, pageOf, type PageQuery } from '../wallet.policy.ts';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Post } from '../ledger/ledger.repository.ts';
import { hold } from '../ledger/transfers.policy.ts';
import type { Payees } from '../payees/payees.service.ts';
import { readWallet } from '../wallet.repository.ts';
import { maskPayee } from '../payees/payees.policy.ts';
import { refusalOf } from './payouts.policy.ts';
import {
  insertPayout,
  listPayouts,
  lockRequester,
  storeParts,
  type PayoutRow,
} from './payouts.repository.ts';

const PAYOUT_ID_BYTES = 12;

/** Service for users' own payout requests. */
export type Payouts = ReturnType<typeof createPayouts>;

type Deps = {
  readonly database: Database;
  readonly post: Post;
  readonly payees: Pick<Payees, 'forRequest'>;
  readonly mailOwner: Accounts['mailOwner'];
};

/** Formats a time, for example '2026-11-25 10:30 UTC'. */
const timeLabel = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Creates the service. `post` writes transfers to the ledger. */
export function createPayouts({ database, post, payees, mailOwner }: Deps) {
  return {
    /**
     * Requests a payout: holds the coins in the same transaction (SV-91, X-13) and stores the current payee. Returns
     * the id of the request; the owner gets a mail. Throws, in this order, `payout_balance_too_low`,
     * `payout_too_small`, `payout_above_balance` (PY-03 to PY-05), `payout_needs_email`, `payout_held_by_payee` and
     * `payout_waiting`.
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
        const { payee, payoutsFrom } = await payees.forRequest(tx, userId);
        if (payoutsFrom) throw appError('payout_held_by_payee', { from: timeLabel(payoutsFrom) });
        if (!(await insertPayout(tx, { payoutId, userId, amount, payee }))) throw appError('payout_waiting');
        const basics = { cause: `payout:${payoutId}:requested`, kind: 'payout_requested', amount };
        const line = { type: 'debit', description: 'Payout requested' } as const;
        const [held] = await post(tx, [hold(basics, { userId, line })]);
        // Spent concurrently since the balance was read.
        if (held?.status !== 'posted' || held.transferId === null) throw appError('payout_above_balance');
        await storeParts(tx, payoutId, held.transferId);
        await mailOwner(tx, userId, { kind: 'payout_requested', coins: coinLabel(coins) });
      });
      return payoutId;
    },

    /** Returns a page of the caller's requests, newest first (SV-92). */
    async mine(actor: Actor, query: PageQuery) {
      const { skip, limit, numbers } = pageOf(query);
      const filter = { userId: actor.userId, order: 'newest', skip, limit } as const;
      const { payouts, total } = await listPayouts(database.db, filter);
      return { payouts: payouts.map(payoutOf), ...numbers(total) };
    },
  };
}

/** Returns a request for its owner (SV-92). A rejected one pays nothing. */
function payoutOf(row: PayoutRow): Payout {
  return {
    id: row.payout_id,
    amount: coinsOf(row.amount),
    payable: row.status === 'rejected' ? 0 : coinsOf(row.earned + row.given),
    status: row.status,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    note: row.note,
    reference: row.reference,
  };
}

/** Returns the decrypted payee of a request. */
export function payeeOf(row: PayoutRow, { read }: Pick<Payees, 'read'>) {
  const { user_id: userId, payee_kind: kind, payee_sealed: sealed } = row;
  return kind === null || sealed === null ? null : read({ user_id: userId, kind, sealed });
}

/** Returns a request for an administrator (SV-93), who may not decide their own. */
export function caseOf(row: PayoutRow, payees: Pick<Payees, 'read'>, actorId: number): PayoutCase {
  const { first_approver: approver, first_approved_at: approvedAt } = row;
  const isFirst = row.status === 'pending' && approver !== null && approvedAt !== null;
  const payee = payeeOf(row, payees);
  return {
    ...payoutOf(row),
    username: row.username,
    is_suspended: row.is_suspended,
    email: row.email,
    bought: coinsOf(row.bought),
    earned: coinsOf(row.earned),
    given: coinsOf(row.given),
    payee: payee && maskPayee(payee),
    first_approval: isFirst ? { username: approver, at: approvedAt.toISOString() } : null,
    can_decide: row.user_id !== actorId,
    can_approve: row.user_id !== actorId && row.first_approved_by !== actorId,
  };
}
