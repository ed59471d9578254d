import type { TransactionType } from '@adda/contract/wallet';

/** Where coins come from; they stay apart. */
export type Origin = 'bought' | 'earned' | 'given';

/** A line in somebody's history. */
export type Line = { readonly type: TransactionType; readonly description: string };

/** Coins of a person's accounts, in hundredths, in the order of the ledger's function. */
export type Holdings = Readonly<Record<Origin, number>>;

/** What a person has after a transfer, in hundredths. `debt` is zero or below. */
export type WalletState = {
  readonly balance: number;
  readonly bought: number;
  readonly earned: number;
  readonly given: number;
  readonly held: Holdings;
  readonly debt: number;
};

/**
 * A movement of coins as `post_transfers` takes it. `cause` is unique for ever: it names what paid, such as
 * `spin:42:2026-11-21:2`. Amounts are hundredths of a coin.
 */
export type Transfer = {
  readonly cause: string;
  readonly kind: string;
  readonly amount: number;
  /** Null for the platform. */
  readonly payer: number | null;
  readonly payee: number | null;
  /** From which accounts the payer pays, in this order; `most` bounds a part. */
  readonly take: readonly { readonly account: number; readonly most?: number }[];
  /** Where it goes: an account of the payee's. */
  readonly give: number | null;
  /** What is not covered becomes debt instead of a refusal. */
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

/** Who pays with coins pays first with what could not be paid out to them anyway. */
const SPENDING = inOrder(BOUGHT, GIVEN, EARNED);

type Basics = { readonly cause: string; readonly kind: string; readonly amount: number };

/** New coins of the platform's for somebody: bought, earned with a sale, or given as a reward. */
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

/** Coins of one person for another, who has earned them. Refused where they are not covered. */
export const give = (
  { cause, kind, amount }: Basics,
  people: { payer: number; payee: number; payerLine: Line; payeeLine: Line },
): Transfer => ({ cause, kind, amount, ...people, take: SPENDING, give: EARNED });

/**
 * Takes back what a credit brought, from coins of its origin first; what is spent already becomes debt. `reverses` is
 * the credit's transfer.
 */
export function takeBack(
  { cause, kind, amount }: Basics,
  { payer, origin, reverses, line }: { payer: number; origin: Origin; reverses: number | null; line: Line },
): Transfer {
  const others = SPENDING.filter(({ account }) => account !== numberOf[origin]);
  const take = [{ account: numberOf[origin] }, ...others];
  return { cause, kind, amount, payer, payee: null, take, give: null, owe: true, reverses, payerLine: line };
}

/** Puts coins aside for a payout: payable ones first, then bought ones. Refused where they are not covered. */
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

/** Gives held coins back to their owner. */
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

/** Held coins leave for money. */
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

/** What is left of a wallet goes back to the platform when its owner leaves for good. */
export const forfeit = ({ cause, kind, amount }: Basics, { userId }: { userId: number }): Transfer => ({
  cause,
  kind,
  amount,
  payer: userId,
  payee: null,
  take: SPENDING,
  give: null,
});
