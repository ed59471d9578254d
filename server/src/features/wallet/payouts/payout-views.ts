import { coinsOf } from '@adda/contract/kernel/money';
import type { Payout, PayoutCase } from '@adda/contract/wallet';
import { maskPayee } from '../payees/payee.policy.ts';
import type { Payees } from '../payees/payees.service.ts';
import type { PayoutRow } from './payouts.repository.ts';

/** Returns a request for its owner (SV-92). A rejected one pays nothing. */
export function payoutOf(row: PayoutRow): Payout {
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
