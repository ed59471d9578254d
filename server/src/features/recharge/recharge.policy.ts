import { coinsOfCents, hundredthsOf } from '@adda/contract/kernel/money';
import { packageOf } from '@adda/contract/recharge';
import type { Order } from '../payments/index.ts';

type Amount = Pick<Order, 'amount'>;

/** Coins of an order: the package's, and where the table has changed since, what its dollars are worth (RC-14, R-11). */
export const coinsOfOrder = ({ amount }: Amount): number => packageOf(amount)?.coins ?? coinsOfCents(amount);

/** The same in hundredths, as the ledger counts. */
export const hundredthsOfOrder = (order: Amount): number => hundredthsOf(coinsOfOrder(order));

/** The cause of an order's credit: the order itself, so that it is credited once. */
export const causeOf = ({ gateway, orderId }: Pick<Order, 'gateway' | 'orderId'>): string =>
  `order:${gateway}:${orderId}`;

/** Hundredths that belong to a part of an order's money; of totals, so that several refunds lose nothing between them. */
export const shareOf = (order: Amount, cents: number): number =>
  Math.floor((hundredthsOfOrder(order) * cents) / order.amount);
