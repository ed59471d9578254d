import type { TransactionType } from '@adda/contract/wallet';

/** Origin of coins; each has its own accounts. */
export type Origin = 'bought' | 'earned' | 'given';

/** An entry in a user's history. */
export type Line = { readonly type: TransactionType; readonly description: string };

/** Coins of a user's accounts, in hundredths, in the order of the ledger function. */
export type Holdings = Readonly<Record<Origin, number>>;

/** A wallet's state after a transfer, in hundredths. `debt` is zero or negative. */
export type WalletState = {
  readonly balance: number;
  readonly bought: number;
  readonly earned: number;
  readonly given: number;
  readonly held: Holdings;
  readonly debt: number;
};

/**
 * A movement of coins as `post_transfers` takes it. `cause` is permanently unique and identifies the reason of the
 * payment, for example `spin:42:2026-11-21:2`. Amounts are hundredths of a coin.
 */
export type Transfer = {
  readonly cause: string;
  readonly kind: string;
  readonly amount: number;
  /** Null for the platform. */
  readonly payer: number | null;
  readonly payee: number | null;
  /** Accounts that the payer pays from, in this order; `most` limits the amount from one account. */
  readonly take: readonly { readonly account: number; readonly most?: number }[];
  /** The account of the payee that is credited. */
  readonly give: number | null;
  /** An uncovered amount becomes debt instead of a refusal. */
  readonly owe?: boolean;
  readonly reverses?: number | null;
  readonly payerLine?: Line | undefined;
  readonly payeeLine?: Line | undefined;
};

const BOUGHT = 1;
const EARNED = 2;
const GIVEN = 3;
const numberOf: Readonly<Record<Origin, number>> = { bought: BOUGHT, earned: EARNED, given: GIVEN };
const HELD = 3;
const INTO_HELD = 10;
const OUT_OF_HELD = 20;

const inOrder = (...accounts: number[]) => accounts.map((account) => ({ account }));

/** Spending takes coins that are not payable first. */
const SPENDING = inOrder(BOUGHT, GIVEN, EARNED);

type Basics = { readonly cause: string; readonly kind: string; readonly amount: number };

/** Returns a transfer of new coins from the platform to a user: bought, earned with a sale, or given as a reward. */
export const credit = (
  { cause, kind, amount }: Basics,
  { payee, origin, line }: { payee: number; origin: Origin; line: Line },
): Transfer => ({
  cause,
  kind,
  amount,
  payer: null,
  payee,
  take: [],
  give: numberOf[origin],
  payeeLine: line,
});

/** Returns a transfer of coins from one user to another, for whom they are earned. Refused if not covered. */
export const give = (
  { cause, kind, amount }: Basics,
  people: { payer: number; payee: number; payerLine: Line; payeeLine: Line },
): Transfer => ({ cause, kind, amount, ...people, take: SPENDING, give: EARNED });

/**
 * Returns a transfer that reverses a credit, taking coins of its origin first; coins that are already spent become
 * debt. `reverses` is the id of the credit's transfer.
 */
export function takeBack(
  { cause, kind, amount }: Basics,
  { payer, origin, reverses, line }: { payer: number; origin: Origin; reverses: number | null; line: Line },
): Transfer {
  const others = SPENDING.filter(({ account }) => account !== numberOf[origin]);
  const take = [{ account: numberOf[origin] }, ...others];
  return { cause, kind, amount, payer, payee: null, take, give: null, owe: true, reverses, payerLine: line };
}

/**
 * Returns a transfer that holds coins for a payout: payable ones first, then bought ones. Refused if not
 * covered.
 */
export const hold = (
  { cause, kind, amount }: Basics,
  { userId, line }: { userId: number; line: Line },
): Transfer => ({
  cause,
  kind,
  amount,
  payer: userId,
  payee: userId,
  take: inOrder(EARNED, GIVEN, BOUGHT),
  give: INTO_HELD,
  payerLine: line,
});

const heldParts = (parts: Holdings) =>
  (['bought', 'earned', 'given'] as const)
    .filter((origin) => parts[origin] > 0)
    .map((origin) => ({ account: numberOf[origin] + HELD, most: parts[origin] }));

const sumOf = ({ bought, earned, given }: Holdings) => bought + earned + given;

/** Returns a transfer that releases held coins to their owner. */
export const release = (
  { cause, kind }: Omit<Basics, 'amount'>,
  { userId, parts, line }: { userId: number; parts: Holdings; line: Line },
): Transfer => ({
  cause,
  kind,
  amount: sumOf(parts),
  payer: userId,
  payee: userId,
  take: heldParts(parts),
  give: OUT_OF_HELD,
  payeeLine: line,
});

/** Returns a transfer that pays held coins out. */
export const payOut = (
  { cause, kind }: Omit<Basics, 'amount'>,
  { userId, parts }: { userId: number; parts: Holdings },
): Transfer => ({
  cause,
  kind,
  amount: sumOf(parts),
  payer: userId,
  payee: null,
  take: heldParts(parts),
  give: null,
});

/** Returns a transfer that moves the remaining coins to the platform when the account is deleted. */
export const forfeit = ({ cause, kind, amount }: Basics, { userId }: { userId: number }): Transfer => ({
  cause,
  kind,
  amount,
  payer: userId,
  payee: null,
  take: SPENDING,
  give: null,
});
