import { coinsOfCents, hundredthsOf } from '@adda/contract/kernel/money';
import { packageOf } from '@adda/contract/recharge';
import type { Order } from '../payments/index.ts';

type Amount = Pick<Order, 'amount'>;

/**
 * Returns the coins of an order: the package's, or, if the table has changed since, the value of its dollars (RC-14,
 *
 */
export const coinsOfOrder = ({ amount }: Amount): number => packageOf(amount)?.coins ?? coinsOfCents(amount);

/** Like {@link coinsOfOrder}, in hundredths, the unit of the ledger. */
export const hundredthsOfOrder = (order: Amount): number => hundredthsOf(coinsOfOrder(order));

/** Returns the cause of an order's credit: derived from the order, so that it is credited once. */
export const causeOf = ({ gateway, orderId }: Pick<Order, 'gateway' | 'orderId'>): string =>
  `order:${gateway}:${orderId}`;

/**
 * Returns the hundredths for a part of an order's money; computed from totals, so that several refunds add up exactly.
 */
export const shareOf = (order: Amount, cents: number): number =>
  Math.floor((hundredthsOfOrder(order) * cents) / order.amount);
