import type { creatorsRoutes, PlanInput } from '@adda/contract/creators';
import type { Actor, Handlers } from '../../platform/http/handler.ts';
import type { CreatorStrip } from './creators.service.ts';
import type { Plans } from './plans.service.ts';
import type { Subscriptions } from './subscriptions.service.ts';

type Deps = {
  readonly strip: CreatorStrip;
  readonly plans: Plans;
  readonly subscriptions: Subscriptions;
};

/** Answers the calls of creators. */
export function creatorsHandlers({ strip, plans, subscriptions }: Deps): Handlers<typeof creatorsRoutes> {
  /** One handler on two paths. */
  async function createPlan({ actor, body }: { actor: Actor; body: PlanInput }) {
    const plan = await plans.create(actor, body);
    return { plan_id: plan.plan_id, message: 'Plan created successfully', plan };
  }

  const notYet = (): never => {
    throw new Error('not yet');
  };
  return {
    'PATCH /subscriptions/plan/:plan_id': notYet,
    'DELETE /subscriptions/plan/:plan_id': notYet,
    'GET /subscriptions/plan/:plan_id': notYet,
    'POST /subscriptions/subscribe': notYet,
    'POST /razorpay/verify-payment/:subscription_id': notYet,
    'POST /paypal/verify-payment/:subscription_id': notYet,
    'GET /subscriptions/earnings': notYet,
    'GET /subscriptions/creators': async ({ actor, query }) => ({ creators: await strip.list(actor, query) }),
    'GET /subscriptions/plans/list': ({ actor, query }) => plans.list(actor, query.creator),
    'POST /subscriptions/plan': createPlan,
    'POST /subscriptions/plans/create': createPlan,
    'GET /subscriptions/check': ({ actor, query }) => subscriptions.check(actor, query.creator),
    'POST /subscriptions/unsubscribe': async ({ actor, query }) => {
      await subscriptions.unsubscribe(actor, query.creator);
      return { message: 'Unsubscribed successfully' };
    },
  };
}
