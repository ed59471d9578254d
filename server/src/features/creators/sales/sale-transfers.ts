import type { Order, Refund } from '../../payments/index.ts';
import { credit, takeBack, type Fee, type Transfer } from '../../wallet/index.ts';
import type { OrderedSubscription } from '../subscriptions.repository.ts';
import type { Party } from './activation.repository.ts';
import type { Sale } from './sales.repository.ts';

type Basics = { readonly order: Order; readonly ordered: OrderedSubscription; readonly buyer: Party };

/**
 * Returns the transfer that credits the creator for a sale, once per order. The name of a deleted buyer is
 * omitted.
 */
export function shareTransfer({ order, ordered, buyer }: Basics, amount: number): Transfer {
  const by = buyer.isGone ? '' : ` by ${buyer.username}`;
  const cause = `sale:${order.gateway}:${order.orderId}`;
  const line = { type: 'credit', description: `Subscription to ${ordered.planName}${by}` } as const;
  return credit({ cause, kind: 'sale', amount }, { payee: ordered.creatorId, origin: 'earned', line });
}

const feeCause = ({ gateway, orderId }: Order): string => `sale-fee:${gateway}:${orderId}`;

/**
 * Returns the platform's fee for a sale: its percentage, plus the fraction of a coin that the creator's share leaves
 * (X-14).
 */
export const platformFee = (order: Order, amount: number): Fee => ({
  cause: feeCause(order),
  kind: 'sale_fee',
  amount,
});

/** Returns the part of the fee that a refund reverses. */
export const feeRefund = ({ order, key }: Refund, amount: number): Fee => ({
  cause: `sale-fee-refund:${key}`,
  kind: 'sale_fee_refund',
  amount: -amount,
  reverses: feeCause(order),
});

/** Returns the transfer that debits the creator's share, once per refund. */
export function refundTransfer(sale: Sale, { key }: Refund, amount: number): Transfer {
  const line = { type: 'debit', description: `Refund of a subscription to ${sale.planName}` } as const;
  return takeBack(
    { cause: `sale-refund:${key}`, kind: 'sale_refund', amount },
    { payer: sale.creatorId, origin: 'earned', reverses: sale.transferId, line },
  );
}
