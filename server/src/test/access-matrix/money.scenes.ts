import type { paymentsRoutes, sandboxRoutes } from '@adda/contract/payments';
import type { rechargeRoutes } from '@adda/contract/recharge';
import type { rewardsRoutes } from '@adda/contract/rewards';
import type { videoRoutes } from '@adda/contract/video';
import type { walletRoutes } from '@adda/contract/wallet';
import { noInput, type ScenesOf } from './scene.fixture.ts';
import type { Caller, Stage } from './stage.fixture.ts';

/** One coin for one click (AD-16). */
const AD = { adType: 'banner1', reward: 1 };

const click = async ({ client }: Stage, { role, person }: Caller) => {
  if (person && role !== 'guest')
    await client('POST /wallet/ad-click', { body: { adType: AD.adType } }, person);
};

const payoutParams = async ({ payout }: Stage) => ({ params: { payout_id: await payout() } });

/** Calls of coins. */
export const walletScenes: ScenesOf<typeof walletRoutes & typeof rewardsRoutes & typeof rechargeRoutes> = {
  'GET /wallet/balance': noInput,
  'GET /wallet/history': async ({ walletLine }, { role }) => {
    if (role === 'anonymous') await walletLine();
    return {
      query: {},
      shows: ({ history }) =>
        history.some(({ description }) => description === 'For a test')
          ? 'with the owner’s line'
          : 'without it',
    };
  },
  'DELETE /wallet/history/:id': async ({ walletLine }) => ({ params: { id: await walletLine() } }),
  'GET /wallet/leaderboard': () => ({ query: {} }),
  'POST /wallet/request-payout': async ({ give }, { role, person }) => {
    if (person && role !== 'guest') await give(person, 1000);
    return { body: { amount: 500 } };
  },
  'GET /wallet/payouts': () => ({ query: {} }),
  'GET /wallet/payee': noInput,
  'POST /wallet/payee': () => ({ body: { kind: 'upi', name: 'A Person', account: 'person@bank' } }),
  'GET /admin/payouts': () => ({ query: {} }),
  'GET /admin/payouts/:payout_id': payoutParams,
  'PATCH /admin/payouts/:payout_id': async (stage) => ({
    ...(await payoutParams(stage)),
    body: { status: 'approved' },
  }),
  'POST /admin/wallet/bonus': ({ owner }) => ({
    body: { username: owner.username, amount: 1, description: 'For a good week' },
  }),
  'GET /admin/wallet/bonuses': () => ({ query: {} }),
  'PATCH /admin/wallet/bonuses/:bonus_id': async ({ bonus }) => ({
    params: { bonus_id: await bonus() },
    body: { status: 'given' },
  }),
  'GET /wallet/spin/count': noInput,
  'POST /wallet/spin': noInput,
  'GET /wallet/ads': () => ({ query: {} }),
  'POST /wallet/ad-click': () => ({ body: { adType: AD.adType } }),
  'POST /wallet/ad-reward': async (stage, caller) => {
    await click(stage, caller);
    return { body: { adType: AD.adType, amount: AD.reward } };
  },
  'GET /admin/referrals': () => ({ query: {} }),
  'PATCH /admin/referrals/:referral_id': async ({ referral }) => ({
    params: { referral_id: await referral() },
    body: { status: 'refused' },
  }),
  'POST /recharge/order': () => ({ body: { amount: 500 } }),
  'POST /recharge/verify-payment/:order_id': async ({ paidOrder }) => {
    const { orderId, paymentId } = await paidOrder();
    return { params: { order_id: orderId }, body: { payment_id: paymentId } };
  },
  'GET /recharge/payment/status/:order_id': async ({ order }) => ({ params: { order_id: await order() } }),
};

const unsignedText = () => ({ raw: '{"id":"evt_1","event":"payment.captured"}' });
const orderInput = async ({ order }: Stage) => ({ params: { order_id: await order() }, raw: '{}' });
const paymentInput = async ({ paidOrder }: Stage) => ({
  params: { payment_id: (await paidOrder()).paymentId },
  raw: '{}',
});
/** Removes the body: a GET has none. */
const bare = <Call extends { raw: string }>(made: Promise<Call>) =>
  made.then(({ raw: _raw, ...call }): Omit<Call, 'raw'> => call);

/**
 * Calls of payment providers and their webhooks. A webhook requires the signature and a provider's API its keys, which
 * no role has. The sandbox's page requires the order's id, and does not exist with a provider's real keys.
 */
export const paymentsScenes: ScenesOf<typeof paymentsRoutes & typeof sandboxRoutes> = {
  'POST /webhooks/razorpay': unsignedText,
  'POST /webhooks/paypal': unsignedText,
  'POST /sandbox/razorpay/v1/orders': () => ({ raw: '{"amount":100,"currency":"USD"}' }),
  'GET /sandbox/razorpay/v1/orders/:order_id': (stage) => bare(orderInput(stage)),
  'GET /sandbox/razorpay/v1/orders/:order_id/payments': (stage) => bare(orderInput(stage)),
  'GET /sandbox/razorpay/v1/payments/:payment_id': (stage) => bare(paymentInput(stage)),
  'POST /sandbox/razorpay/v1/payments/:payment_id/refund': paymentInput,
  'POST /sandbox/paypal/v1/oauth2/token': () => ({ raw: 'grant_type=client_credentials' }),
  'POST /sandbox/paypal/v2/checkout/orders': () => ({ raw: '{}' }),
  'GET /sandbox/paypal/v2/checkout/orders/:order_id': (stage) => bare(orderInput(stage)),
  'POST /sandbox/paypal/v2/checkout/orders/:order_id/capture': orderInput,
  'GET /sandbox/paypal/v2/payments/captures/:payment_id': (stage) => bare(paymentInput(stage)),
  'POST /sandbox/paypal/v2/payments/captures/:payment_id/refund': paymentInput,
  'POST /sandbox/paypal/v1/notifications/verify-webhook-signature': () => ({ raw: '{}' }),
  'GET /sandbox/checkout/:order_id': (stage) => bare(orderInput(stage)),
  'GET /sandbox/assets/:name': () => ({ params: { name: 'checkout.css' } }),
  'POST /sandbox/pay/:order_id': async ({ order }) => ({
    params: { order_id: await order() },
    body: { outcome: 'success' },
  }),
  'POST /sandbox/refund/:payment_id': async ({ paidOrder }) => ({
    params: { payment_id: (await paidOrder()).paymentId },
    body: {},
  }),
};

/** Video search, for which this application has no key. */
export const videoScenes: ScenesOf<typeof videoRoutes> = {
  'POST /youtube/search': () => ({ body: { query: 'tea' } }),
};
