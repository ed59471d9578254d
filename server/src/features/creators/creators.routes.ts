import type { creatorsRoutes, PlanInput } from '@adda/contract/creators';
import type { PaymentGateway } from '@adda/contract/payments';
import type { Actor, Handlers } from '../../platform/http/handler.ts';
import type { CreatorStrip } from './creators.service.ts';
import type { PlanChanges, Plans } from './plans.service.ts';
import type { CreatorEarnings } from './sales/earnings.service.ts';
import type { Subscribing, Subscriptions } from './subscriptions.service.ts';

type Deps = {
  readonly strip: CreatorStrip;
  readonly plans: Plans;
  readonly planChanges: PlanChanges;
  readonly subscriptions: Subscriptions;
  readonly subscribing: Subscribing;
  readonly earnings: CreatorEarnings;
};

type Verification = {
  readonly actor: Actor;
  readonly params: { readonly subscription_id: string };
  readonly body: { readonly payment_id: string };
};

/** Handlers of creators. */
export function creatorsHandlers(deps: Deps): Handlers<typeof creatorsRoutes> {
  const { strip, plans, planChanges, subscriptions, subscribing, earnings } = deps;

  /** One handler on two paths. */
  async function createPlan({ actor, body }: { actor: Actor; body: PlanInput }) {
    const plan = await plans.create(actor, body);
    return { plan_id: plan.plan_id, message: 'Plan created successfully', plan };
  }

  /** Returns the handler of one provider; each has its own path. */
  const verifyBy =
    (gateway: PaymentGateway) =>
    async ({ actor, params, body }: Verification) => {
      const paid = { subscriptionId: params.subscription_id, gateway, paymentId: body.payment_id };
      const until = await subscribing.verify(actor, paid);
      return {
        message: 'Subscribed successfully',
        is_subscribed: true as const,
        expires_at: until.toISOString(),
      };
    };

  return {
    'GET /subscriptions/creators': async ({ actor, query }) => ({ creators: await strip.list(actor, query) }),
    'GET /subscriptions/plans/list': ({ actor, query }) => plans.list(actor, query.creator),
    'POST /subscriptions/plan': createPlan,
    'POST /subscriptions/plans/create': createPlan,
    'GET /subscriptions/plan/:plan_id': ({ actor, params }) => planChanges.show(actor, params.plan_id),
    'PATCH /subscriptions/plan/:plan_id': async ({ actor, params, body }) => {
      const plan = await planChanges.change(actor, params.plan_id, body);
      return { message: 'Plan updated successfully', plan };
    },
    'DELETE /subscriptions/plan/:plan_id': async ({ actor, params }) => {
      await planChanges.archive(actor, params.plan_id);
      return { message: 'Plan removed successfully' };
    },
    'POST /subscriptions/subscribe': ({ actor, query }) =>
      subscribing.subscribe(actor, query.plan_id, query.payment_gateway),
    'POST /razorpay/verify-payment/:subscription_id': verifyBy('razorpay'),
    'POST /paypal/verify-payment/:subscription_id': verifyBy('paypal'),
    'GET /subscriptions/check': ({ actor, query }) => subscriptions.check(actor, query.creator),
    'POST /subscriptions/unsubscribe': async ({ actor, query }) => {
      await subscriptions.unsubscribe(actor, query);
      return { message: 'Unsubscribed successfully' };
    },
    'GET /subscriptions/earnings': ({ actor, query }) => earnings.read(actor, query),
  };
}
