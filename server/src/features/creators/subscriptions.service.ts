import { randomBytes } from 'node:crypto';
import type { PaymentGateway } from '@adda/contract/payments';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Payments } from '../payments/index.ts';
import { findCreator, type CreatorPerson } from './creators.repository.ts';
import { findPlanCreator, findSoldPlan, type SoldPlan } from './plans.repository.ts';
import type { SubscriptionEnds } from './subscription-ends.service.ts';
import { findActive, findOrdered, insertPending } from './subscriptions.repository.ts';
import { chargeOf, type Prices } from './sales/sales.policy.ts';

/** Service for access to locked posts. */
export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Selects a subscription by its creator or by a plan of the creator; with both, the plan must be the creator's. */
type CreatorOrPlan = { readonly creator?: string | undefined; readonly plan_id?: string | undefined };

/** Creates the commands of subscriptions. */
export function createSubscriptions(database: Database, ends: SubscriptionEnds) {
  async function personOf(actor: Actor, creator: string): Promise<CreatorPerson> {
    const person = await findCreator(database.db, actor.userId, creator);
    if (!person) throw appError('user_not_found');
    return person;
  }

  async function creatorOf({ creator, plan_id: planId }: CreatorOrPlan): Promise<string> {
    if (creator !== undefined) return creator;
    const found = planId && (await findPlanCreator(database.db, planId));
    if (!found) throw appError('no_active_subscription');
    return found;
  }

  return {
    /**
     * Returns the caller's subscription to a creator; a block does not end a paid one. Throws `user_not_found` (SV-74).
     */
    async check(actor: Actor, creator: string) {
      const { userId, isUnknown } = await personOf(actor, creator);
      if (isUnknown) throw appError('user_not_found');
      const active = await findActive(database.db, actor.userId, userId);
      return {
        is_subscribed: active !== undefined,
        plan_id: active?.planId ?? null,
        expires_at: active?.expiresAt.toISOString() ?? null,
      };
    },

    /**
     * Ends access to a creator immediately, without a refund, also to a suspended one. A named plan must be one to
     * which the caller is subscribed. Throws `user_not_found` or `no_active_subscription` (SV-75).
     */
    async unsubscribe(actor: Actor, which: CreatorOrPlan): Promise<void> {
      const { userId: creatorId } = await personOf(actor, await creatorOf(which));
      await database.transaction(async (tx) => {
        const plans = await ends.endPair(tx, { subscriberId: actor.userId, creatorId });
        const hasPlan = which.plan_id === undefined ? plans.length > 0 : plans.includes(which.plan_id);
        if (!hasPlan) throw appError('no_active_subscription');
      });
    },
  };
}

const SUBSCRIPTION_ID_BYTES = 12;

/** Service that orders subscriptions and verifies their payment. */
export type Subscribing = ReturnType<typeof createSubscribing>;

/** The client's claim after checkout: the subscription, the provider, and the provider's payment id. */
type Paid = {
  readonly subscriptionId: string;
  readonly gateway: PaymentGateway;
  readonly paymentId: string;
};

type Deps = {
  readonly database: Database;
  readonly payments: Pick<Payments, 'offers' | 'place' | 'find' | 'confirm'>;
  readonly prices: Prices;
};

/** Creates the commands. */
export function createSubscribing({ database, payments, prices }: Deps) {
  async function findBuyable(actor: Actor, planId: string): Promise<SoldPlan> {
    const sold = await findSoldPlan(database.db, actor.userId, planId);
    if (!sold || sold.isSuspended) throw appError('unknown_plan');
    if (sold.creatorId === actor.userId) throw appError('cannot_subscribe_to_self');
    if (await findActive(database.db, actor.userId, sold.creatorId)) throw appError('already_subscribed');
    if (sold.isHidden) throw appError('subscribe_not_allowed');
    return sold;
  }

  function offerOf(named: string): PaymentGateway {
    const offer = payments.offers().find(({ gateway }) => gateway === named);
    if (!offer) throw appError('unsupported_gateway');
    return offer.gateway;
  }

  return {
    /**
     * Orders a subscription at a provider; a user may have several unpaid orders. The row is stored before the order is
     * placed, so that every payment has one; a row without an order grants nothing. Throws `unknown_plan`,
     * `cannot_subscribe_to_self`, `already_subscribed`, `subscribe_not_allowed`, `unsupported_gateway` or
     * `payment_provider_failed` (SU-09, SV-71).
     */
    async subscribe(actor: Actor, planId: string, named: string) {
      const { id, creatorId, cents, plan } = await findBuyable(actor, planId);
      const { gateway, amount, currency } = chargeOf(cents, offerOf(named), prices);
      const subscriptionId = `sub_${randomBytes(SUBSCRIPTION_ID_BYTES).toString('hex')}`;
      await insertPending(database.db, { subscriptionId, subscriberId: actor.userId, creatorId, plan: id });
      const order = await payments.place({
        purpose: 'subscription',
        userId: actor.userId,
        reference: subscriptionId,
        amount,
        currency,
        gateway,
        description: `${plan.name} by ${plan.creator}`,
      });
      return {
        subscription_id: subscriptionId,
        order_id: order.orderId,
        amount: order.amount,
        currency: order.currency,
        payment_gateway: order.gateway,
      };
    },

    /**
     * Verifies an order of the caller with the provider; idempotent. Returns the time until which the caller is
     * subscribed. Throws `subscription_not_found`, the codes of `payments.confirm`, and `no_active_subscription` for a
     * subscription that has ended since (SV-72).
     */
    async verify(actor: Actor, { subscriptionId, gateway, paymentId }: Paid): Promise<Date> {
      const order = await payments.find('subscription', { reference: subscriptionId });
      const ordered = await findOrdered(database.db, subscriptionId);
      if (!order || !ordered) throw appError('subscription_not_found');
      await payments.confirm(order, { userId: actor.userId, paymentId, gateway });
      const active = await findActive(database.db, actor.userId, ordered.creatorId);
      if (!active) throw appError('no_active_subscription');
      return active.expiresAt;
    },
  };
}
