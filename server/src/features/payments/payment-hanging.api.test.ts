import { PAYMENT_GATEWAYS } from '@adda/contract/payments';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp } from '../../test/app.fixture.ts';
import type { Answer } from '../../test/client.ts';
import { openTcpProxy, type TcpProxy } from '../../test/tcp-proxy.fixture.ts';
import { rechargeOn } from '../recharge/recharge.fixture.ts';
import { paypalEvent, paypalHeaders, startProviders } from './providers.fixture.ts';

/** Time limit of one call in total (10 s), with a margin for a loaded machine. */
const MOST_MS = 14_000;
const DOWN = [502, 'payment_provider_failed'];
const PATIENCE = { timeout: 60_000, interval: 100 };

let providers: Awaited<ReturnType<typeof startProviders>>;
let wire: TcpProxy;
let adda: Awaited<ReturnType<typeof open>>;

async function open() {
  providers = await startProviders();
  wire = await openTcpProxy(Number(new URL(providers.env.PAYPAL_BASE_URL).port));
  const url = `http://127.0.0.1:${wire.port}`;
  const env = { ...providers.env, RAZORPAY_BASE_URL: url, PAYPAL_BASE_URL: url, LOGIN_BONUS_COINS: '0' };
  const testApp = await startTestApp(env);
  return { ...testApp, ...rechargeOn(testApp) };
}
beforeAll(async () => {
  adda = await open();
});
afterAll(async () => {
  await wire.restore();
  await adda.stop();
  await wire.close();
  await providers.stop();
});

async function refusalOf(call: Promise<Answer<unknown>>) {
  const { status, error } = await call;
  return [status, error.code];
}

async function timed<T>(work: Promise<T>): Promise<T> {
  const begun = performance.now();
  const answer = await work;
  expect(performance.now() - begun).toBeLessThan(MOST_MS);
  return answer;
}

it(
  'SV-79, R-12: while the providers do not respond calls end in time, and paid orders are credited once afterwards',
  { timeout: 120_000 },
  async () => {
    const buyers = await Promise.all(
      PAYMENT_GATEWAYS.map(async (gateway) => {
        const buyer = await adda.buyer();
        const { order_id: orderId } = (await adda.order(buyer, 500, gateway)).data;
        const paymentId = gateway === 'paypal' ? orderId : providers.pay(orderId).id;
        if (gateway === 'paypal') providers.approve(orderId);
        return { gateway, buyer, orderId, paymentId };
      }),
    );
    const { captures } = providers.state;
    const body = paypalEvent('CHECKOUT.ORDER.APPROVED', { id: buyers.at(-1)?.orderId });
    const webhook = () =>
      fetch(`${adda.url}/webhooks/paypal`, { method: 'POST', headers: paypalHeaders('good'), body });
    providers.state.signatures.add('good');

    wire.hold();
    const calls = buyers.flatMap(({ gateway, buyer, orderId, paymentId }) => [
      timed(refusalOf(adda.order(buyer, 500, gateway))),
      timed(refusalOf(adda.verify(buyer, orderId, paymentId))),
    ]);
    const sent = timed(webhook());
    const statusCalls = Promise.all(buyers.map(({ buyer, orderId }) => timed(adda.status(buyer, orderId))));
    for (const refusal of await Promise.all(calls)) expect(refusal).toEqual(DOWN);
    expect((await sent).status).toBe(502);
    for (const { data } of await statusCalls) expect(data.status).toBe('created');

    await wire.restore();
    // No client sends another request; only the jobs check the orders.
    for (const { buyer } of buyers)
      await vi.waitFor(async () => expect((await adda.wallet(buyer)).balance).toBe(500), PATIENCE);
    for (const { buyer, orderId, paymentId } of buyers) {
      expect((await adda.verify(buyer, orderId, paymentId)).data.balance).toBe(500);
      expect(await adda.lines(buyer)).toEqual(['credit: Recharge: 500 coins: 500']);
    }
    expect(providers.state.captures).toBe(captures + 1);
  },
);
