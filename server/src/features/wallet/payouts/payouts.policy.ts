import { coinsOf, HUNDREDTHS } from '@adda/contract/kernel/money';
import { PAYOUT_MIN_COINS, type PayoutDecision, type PayoutStatus } from '@adda/contract/wallet';
import { coinLabel } from '../wallet.policy.ts';
import { payOut, release, type Holdings, type Transfer } from '../ledger/transfers.policy.ts';

const LEAST = PAYOUT_MIN_COINS * HUNDREDTHS;

/**
 * Returns why this amount can't be requested, in the order of the specification (PY-03 to PY-05); undefined if it can.
 * Both arguments in hundredths.
 */
export function refusalOf(amount: number, balance: number) {
  if (balance < LEAST) return 'payout_balance_too_low';
  if (amount < LEAST) return 'payout_too_small';
  return amount > balance ? 'payout_above_balance' : undefined;
}

/** Allowed next states of a payout (SV-93). */
const STEPS: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  pending: ['approved', 'rejected'],
  approved: ['paid', 'rejected'],
  rejected: [],
  paid: [],
};

export const mayBecome = (status: PayoutStatus, target: PayoutStatus): boolean =>
  STEPS[status].includes(target);

/** A payout to decide; the parts are the coins held for it. */
type Undecided = {
  readonly payoutId: string;
  readonly userId: number;
  readonly status: PayoutStatus;
  readonly parts: Holdings;
};

const totalOf = ({ bought, earned, given }: Holdings) => bought + earned + given;

/** Returns the coins still held for a payout: after the approval, bought coins are back with their owner. */
const heldOf = ({ status, parts }: Pick<Undecided, 'status' | 'parts'>): Holdings =>
  status === 'approved' ? { ...parts, bought: 0 } : parts;

/**
 * Returns the transfer of a step; undefined if no coins move. Approved: bought coins are released, because they are
 * never paid out. Rejected: all held coins are released. Paid: the held coins leave.
 */
export function transferOf(payout: Undecided, target: PayoutDecision['status']): Transfer | undefined {
  const { payoutId, userId, parts } = payout;
  const basics = { cause: `payout:${payoutId}:${target}`, kind: `payout_${target}` };
  const held = heldOf(payout);
  const moved = target === 'approved' ? { bought: parts.bought, earned: 0, given: 0 } : held;
  if (totalOf(moved) === 0) return undefined;
  if (target === 'paid') return payOut(basics, { userId, parts: moved });
  const reason = target === 'approved' ? 'Bought coins cannot be paid out' : 'Payout rejected';
  const description = `${reason}; ${coinLabel(coinsOf(totalOf(moved)))} came back`;
  return release(basics, { userId, parts: moved, line: { type: 'credit', description } });
}
