import type { Posted } from './ledger.repository.ts';
import * as transfers from './transfers.policy.ts';
import type { Holdings, Origin, Transfer, WalletState } from './transfers.policy.ts';

/** An action on the coins of users, who are identified by their index; in hundredths. */
export type Action =
  | {
      readonly does: 'credit' | 'takeBack';
      readonly who: number;
      readonly origin: Origin;
      readonly amount: number;
    }
  | { readonly does: 'give'; readonly who: number; readonly recipient: number; readonly amount: number }
  | { readonly does: 'hold' | 'forfeit'; readonly who: number; readonly amount: number }
  | { readonly does: 'release' | 'payOut'; readonly who: number; readonly parts: Holdings };

const line = { type: 'credit', description: 'A deed' } as const;

/** Converts an action to a transfer of the ledger; `ids` are the user ids by index. */
export function transferOf(action: Action, cause: string, ids: readonly number[]): Transfer {
  const basics = { cause, kind: action.does };
  const userId = ids[action.who] ?? 0;
  switch (action.does) {
    case 'credit':
      return transfers.credit(
        { ...basics, amount: action.amount },
        { payee: userId, origin: action.origin, line },
      );
    case 'takeBack':
      return transfers.takeBack(
        { ...basics, amount: action.amount },
        { payer: userId, origin: action.origin, reverses: null, line },
      );
    case 'give':
      return transfers.give(
        { ...basics, amount: action.amount },
        { payer: userId, payee: ids[action.recipient] ?? 0, payerLine: line, payeeLine: line },
      );
    case 'hold':
      return transfers.hold({ ...basics, amount: action.amount }, { userId, line });
    case 'forfeit':
      return transfers.forfeit({ ...basics, amount: action.amount }, { userId });
    case 'release':
      return transfers.release(basics, { userId, parts: action.parts, line });
    case 'payOut':
      return transfers.payOut(basics, { userId, parts: action.parts });
  }
}

type Kept = Record<Origin, number>;
type Purse = { free: Kept; held: Kept; debt: number };

const ORIGINS: readonly Origin[] = ['bought', 'earned', 'given'];
const SPENDING: readonly Origin[] = ['bought', 'given', 'earned'];
const PAYABLE_FIRST: readonly Origin[] = ['earned', 'given', 'bought'];
const none = (): Kept => ({ bought: 0, earned: 0, given: 0 });
const sumOf = (kept: Holdings) => kept.bought + kept.earned + kept.given;

/** Takes as much as is available, in the given order. Returns the taken amounts. */
function takeUpTo(from: Kept, order: readonly Origin[], amount: number): Kept {
  const taken = none();
  for (const origin of order) {
    taken[origin] = Math.min(from[origin], amount - sumOf(taken));
    from[origin] -= taken[origin];
  }
  return taken;
}

/** Incoming coins settle debt before they can be spent. */
function receive(purse: Purse, coins: Holdings): void {
  for (const origin of ORIGINS) {
    const settled = Math.min(-purse.debt, coins[origin]);
    purse.debt += settled;
    purse.free[origin] += coins[origin] - settled;
  }
}

/** Model of the ledger in an independent implementation: users with purses, and the causes already used. */
export function createLedgerModel(people: number) {
  const purses: Purse[] = Array.from({ length: people }, () => ({ free: none(), held: none(), debt: 0 }));
  const causes = new Map<string, string>();
  const purseOf = (who: number): Purse => purses[who] ?? { free: none(), held: none(), debt: 0 };

  /** Returns false, without any change, if the funds are insufficient. */
  function act(action: Action): boolean {
    const purse = purseOf(action.who);
    const isCovered = () => !('amount' in action) || sumOf(purse.free) >= action.amount;
    switch (action.does) {
      case 'credit':
        receive(purse, { ...none(), [action.origin]: action.amount });
        return true;
      case 'takeBack': {
        const order = [action.origin, ...SPENDING.filter((origin) => origin !== action.origin)];
        purse.debt -= action.amount - sumOf(takeUpTo(purse.free, order, action.amount));
        return true;
      }
      case 'give':
        if (!isCovered()) return false;
        takeUpTo(purse.free, SPENDING, action.amount);
        receive(purseOf(action.recipient), { ...none(), earned: action.amount });
        return true;
      case 'hold': {
        if (!isCovered()) return false;
        const taken = takeUpTo(purse.free, PAYABLE_FIRST, action.amount);
        for (const origin of ORIGINS) purse.held[origin] += taken[origin];
        return true;
      }
      case 'forfeit':
        if (!isCovered()) return false;
        takeUpTo(purse.free, SPENDING, action.amount);
        return true;
      case 'release':
      case 'payOut':
        if (ORIGINS.some((origin) => purse.held[origin] < action.parts[origin])) return false;
        for (const origin of ORIGINS) purse.held[origin] -= action.parts[origin];
        if (action.does === 'release') receive(purse, action.parts);
        return true;
    }
  }

  return {
    /** Returns the expected status of a posting. */
    post(action: Action, cause: string): Posted['status'] {
      const known = causes.get(cause);
      if (known !== undefined) return known === JSON.stringify(action) ? 'repeated' : 'conflict';
      if (!act(action)) return 'insufficient';
      causes.set(cause, JSON.stringify(action));
      return 'posted';
    },
    /** Returns the expected state of each wallet. */
    states: (): WalletState[] =>
      purses.map(({ free, held, debt }) => ({
        balance: sumOf(free),
        bought: free.bought,
        earned: free.earned,
        given: free.given,
        held: structuredClone(held),
        debt: debt === 0 ? 0 : debt,
      })),
  };
}
