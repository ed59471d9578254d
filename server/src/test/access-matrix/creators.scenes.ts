import type { creatorsRoutes } from '@adda/contract/creators';
import { subscribe } from '../../features/creators/creators.fixture.ts';
import type { Scene, ScenesOf } from './scene.fixture.ts';

const terms = { name: 'Everything', amount: 5, validity_days: 30 };
const offering = {
  'of the caller': (_stage, { person }) => ({ body: { ...terms, creator: person?.username ?? 'nobody' } }),
  'in the owner’s name': ({ owner, stranger }, { role }) => ({
    body: { ...terms, creator: role === 'owner' ? stranger.username : owner.username },
  }),
} satisfies Record<string, Scene<'POST /subscriptions/plan'>>;

/** Calls of plans and subscriptions. */
export const creatorsScenes: ScenesOf<typeof creatorsRoutes> = {
  'GET /subscriptions/creators': () => ({ query: {} }),
  'GET /subscriptions/plans/list': async ({ plan, owner }, { role }) => {
    if (role === 'anonymous') await plan();
    return { query: { creator: owner.username }, shows: (plans) => `plans: ${plans.length}` };
  },
  'POST /subscriptions/plan': offering,
  'POST /subscriptions/plans/create': offering,
  'GET /subscriptions/check': ({ owner }) => ({ query: { creator: owner.username } }),
  'POST /subscriptions/unsubscribe': async ({ database, owner }, { role, person }) => {
    if (person && role !== 'owner') await subscribe(database, person.userId, owner.userId);
    return { query: { creator: owner.username } };
  },
  'PATCH /subscriptions/plan/:plan_id': async ({ plan }) => ({
    params: { plan_id: await plan() },
    body: { name: 'Another name' },
  }),
  'DELETE /subscriptions/plan/:plan_id': async ({ plan }) => ({ params: { plan_id: await plan() } }),
  'GET /subscriptions/plan/:plan_id': async ({ plan }) => ({ params: { plan_id: await plan() } }),
  'POST /subscriptions/subscribe': async ({ plan }) => ({ query: { plan_id: await plan() } }),
  'POST /razorpay/verify-payment/:subscription_id': async ({ paidSubscription }) => {
    const { subscriptionId, paymentId } = await paidSubscription('razorpay');
    return { params: { subscription_id: subscriptionId }, body: { payment_id: paymentId } };
  },
  'POST /paypal/verify-payment/:subscription_id': async ({ paidSubscription }) => {
    const { subscriptionId, paymentId } = await paidSubscription('paypal');
    return { params: { subscription_id: subscriptionId }, body: { payment_id: paymentId } };
  },
  'GET /subscriptions/earnings': () => ({ query: {} }),
};
