import type { Tx } from '../../../platform/database/index.ts';
import type { ActivityTeller } from '../../activity/index.ts';
import type { Order, Refund } from '../../payments/index.ts';
import { credit, takeBack, type Transfer, type Wallet, type Fee } from '../../wallet/index.ts';
import { incrementSubscribers, lockTotals } from '../creators.repository.ts';
import type { SubscriptionEnds } from '../subscription-ends.service.ts';
import type { SubscriptionEvents } from '../subscriptions.events.ts';
import { findOrdered, type OrderedSubscription } from '../subscriptions.repository.ts';
import {
  activate,
  lockParties,
  readSubscriptionState,
  type Party,
  findSale,
  insertSale,
  storeRefundTotals,
  type Sale,
} from './sales.repository.ts';
import { coinShareOf, proceedsOf, shareOf, type Prices } from './sales.policy.ts';

type Basics = { readonly order: Order; readonly ordered: OrderedSubscription; readonly buyer: Party };

/**
 * Returns the transfer that credits the creator for a sale, once per order. The name of a deleted buyer is
 * omitted.
 */
function shareTransfer({ order, ordered, buyer }: Basics, amount: number): Transfer {
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
const platformFee = (order: Order, amount: number): Fee => ({
  cause: feeCause(order),
  kind: 'sale_fee',
  amount,
});

/** Returns the part of the fee that a refund reverses. */
const feeRefund = ({ order, key }: Refund, amount: number): Fee => ({
  cause: `sale-fee-refund:${key}`,
  kind: 'sale_fee_refund',
  amount: -amount,
  reverses: feeCause(order),
});

/** Returns the transfer that debits the creator's share, once per refund. */
function refundTransfer(sale: Sale, { key }: Refund, amount: number): Transfer {
  const line = { type: 'debit', description: `Refund of a subscription to ${sale.planName}` } as const;
  return takeBack(
    { cause: `sale-refund:${key}`, kind: 'sale_refund', amount },
    { payer: sale.creatorId, origin: 'earned', reverses: sale.transferId, line },
  );
}

type Deps = {
  readonly wallet: Pick<Wallet, 'post' | 'postFee'>;
  readonly activity: Pick<ActivityTeller, 'tell'>;
  readonly prices: Prices;
  readonly events: Pick<SubscriptionEvents, 'begun'>;
  readonly ends: Pick<SubscriptionEnds, 'endRefunded'>;
};

/** Creates the handlers of paid and refunded orders. Lock order: users, totals, subscriptions, wallets. */
export function createSales({ wallet, activity, prices, events, ends }: Deps) {
  async function begin(
    tx: Tx,
    { order, ordered }: Pick<Basics, 'order' | 'ordered'>,
    { creator, subscriber }: { creator: Party; subscriber: Party },
  ): Promise<boolean> {
    const { creatorId, subscriberId } = ordered;
    const isMoot = creator.isGone || subscriber.isGone;
    await lockTotals(tx, [creatorId]);
    const before = await readSubscriptionState(tx, ordered);
    if (!(await activate(tx, ordered, isMoot))) return false;
    if (isMoot) return true;
    if (!before.isCounted) await incrementSubscribers(tx, creatorId);
    if (before.isActive) return true;
    events.begun(tx, {
      creatorId,
      subscriberId,
      creator: creator.username,
      subscriber: subscriber.username,
    });
    const subject = { type: 'user', id: order.reference } as const;
    await activity.tell(tx, [{ userId: creatorId, kind: 'subscription', subject, actorId: subscriberId }]);
    return true;
  }

  /** Posts a transfer whose cause must be new. Returns its row id. */
  async function post(tx: Tx, transfer: Transfer): Promise<number | null> {
    const [posted] = await wallet.post(tx, [transfer]);
    if (posted?.status !== 'posted') throw new Error(`${transfer.cause} was posted before`);
    return posted.transferId;
  }

  return {
    /**
     * Handles a paid subscription: it starts or is extended, and the creator is credited the price minus the platform's
     * share. If the creator's account is deleted, the platform keeps all of it (SV-72, SV-78, X-14). A block after the
     * order changes nothing, because it is paid.
     */
    async paid(tx: Tx, order: Order): Promise<void> {
      const ordered = await findOrdered(tx, order.reference);
      if (!ordered) throw new Error(`There is no subscription ${order.reference} to begin`);
      const parties = await lockParties(tx, ordered);
      if (!(await begin(tx, { order, ordered }, parties))) return;
      const { gross, net: share } = proceedsOf(ordered.cents, prices);
      const net = parties.creator.isGone ? 0 : share;
      const sold = { order, ordered, buyer: parties.subscriber };
      await wallet.postFee(tx, platformFee(order, gross - net));
      await insertSale(tx, {
        subscription_id: ordered.id,
        creator_id: ordered.creatorId,
        plan_id: ordered.plan,
        gateway: order.gateway,
        order_id: order.orderId,
        paid_amount: order.amount,
        currency: order.currency,
        gross,
        net,
        transfer_id: net > 0 ? await post(tx, shareTransfer(sold, net)) : null,
      });
    },

    /**
     * Handles a refund: the creator's share is debited in proportion, and a full refund ends the access (SV-78). Shares
     * are computed from the total refunded so far, so that partial refunds add up to the whole.
     */
    async refunded(tx: Tx, refund: Refund): Promise<void> {
      const { order, isWhole } = refund;
      const sale = await findSale(tx, order.reference);
      if (!sale) return;
      const { creator } = await lockParties(tx, sale);
      if (isWhole) await ends.endRefunded(tx, { id: sale.subscription, creatorId: sale.creatorId });
      const amount = isWhole ? sale.paidAmount : Math.min(order.refunded, sale.paidAmount);
      const takenBack = creator.isGone ? sale.takenBack : coinShareOf(sale.net, amount, sale.paidAmount);
      const gross = shareOf(sale.gross, amount, sale.paidAmount);
      await storeRefundTotals(tx, sale.id, { amount, gross, takenBack });
      const back = takenBack - sale.takenBack;
      await wallet.postFee(tx, feeRefund(refund, gross - sale.refundedGross - back));
      if (back > 0) await post(tx, refundTransfer(sale, refund, back));
    },
  };
}
