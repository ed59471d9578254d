import { PAYMENT_GATEWAYS } from '@adda/contract/payments';
import { expect, it } from 'vitest';
import { checkLedger } from '../wallet/ledger/ledger-check.service.ts';
import { giveCoins } from '../wallet/wallet.fixture.ts';
import { paidFor, refundPayment } from './payments.fixture.ts';
import { paypalEvent, paypalHeaders, razorpayEvent, razorpayHeaders } from './providers.fixture.ts';
import { eventually } from '../rooms/rooms.fixture.ts';
import { startWithProviders } from './providers-app.fixture.ts';
import { rechargeChecks } from '../recharge/recharge-checks.repository.ts';
import { startRecharge } from '../recharge/sandbox-app.fixture.ts';

it.each(PAYMENT_GATEWAYS)('R-10, SV-80: each refund through %s debits coins once', async (gateway) => {
  const adda = await startRecharge();
  const ann = await adda.buyer();
  const { order_id: orderId } = (await adda.order(ann, 500, gateway)).data;
  const paymentId = await paidFor(adda.client, orderId);
  await adda.verify(ann, orderId, paymentId);
  await refundPayment(adda.client, paymentId, 199);
  await eventually(async () => expect((await adda.wallet(ann)).balance).toBe(301));
  expect((await adda.status(ann, orderId)).data.status).toBe('paid');
  await refundPayment(adda.client, paymentId);
  await eventually(async () => expect((await adda.wallet(ann)).balance).toBe(0));
  expect((await adda.status(ann, orderId)).data.status).toBe('refunded');
  expect(await adda.lines(ann)).toEqual([
    'debit: Refund of a recharge: 301',
    'debit: Refund of a recharge: 199',
    'credit: Recharge: 500 coins: 500',
  ]);
  const again = await adda.verify(ann, orderId, paymentId);
  expect([again.status, again.error.code]).toEqual([400, 'payment_not_completed']);
  expect(await checkLedger(adda.app.database, rechargeChecks)).toMatchObject({ isValid: true });
});

it('R-10: coins debited after they were spent become debt, settled by incoming coins', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  const payment = adda.providers.pay(orderId);
  await adda.verify(ann, orderId, payment.id);
  const ben = await adda.buyer();
  await adda.spend(ann, ben, 400);
  Object.assign(payment, { status: 'refunded', amount_refunded: 500 });
  const body = razorpayEvent('refund.processed', payment);
  await adda.webhook('razorpay', body, razorpayHeaders(body));
  expect((await adda.wallet(ann)).balance).toBe(0);
  await giveCoins(adda.database, ann.userId, 450);
  expect((await adda.wallet(ann)).balance).toBe(50);
});

it('R-12: a refund reported before the payment leaves the remainder', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  const payment = adda.providers.pay(orderId, { amount_refunded: 100 });
  const body = razorpayEvent('refund.processed', payment);
  await adda.webhook('razorpay', body, razorpayHeaders(body));
  expect((await adda.verify(ann, orderId, payment.id)).data.balance).toBe(400);
});

it('R-10: a lost dispute debits everything, once, whatever is reported after it', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  const payment = adda.providers.pay(orderId);
  await adda.verify(ann, orderId, payment.id);
  for (const name of ['payment.dispute.created', 'payment.dispute.won']) {
    const body = razorpayEvent(name, payment);
    await adda.webhook('razorpay', body, razorpayHeaders(body));
  }
  expect((await adda.wallet(ann)).balance).toBe(500);
  for (const name of ['payment.dispute.lost', 'payment.dispute.lost', 'refund.processed']) {
    const body = razorpayEvent(name, payment);
    await adda.webhook('razorpay', body, razorpayHeaders(body));
  }
  expect(await adda.lines(ann)).toEqual([
    'debit: Refund of a recharge: 500',
    'credit: Recharge: 500 coins: 500',
  ]);
  expect((await adda.status(ann, orderId)).data.status).toBe('refunded');
});

it('SV-78: a lost dispute at Razorpay and PayPal debits the named part', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered();
  const payment = adda.providers.pay(orderId);
  await adda.verify(ann, orderId, payment.id);
  const entity = { payment_id: payment.id, amount: 200, amount_deducted: 120, currency: payment.currency };
  const lost = JSON.stringify({ event: 'payment.dispute.lost', payload: { dispute: { entity } } });
  await adda.webhook('razorpay', lost, razorpayHeaders(lost));
  expect((await adda.wallet(ann)).balance).toBe(380);

  const ben = await adda.ordered('paypal');
  const order = adda.providers.approve(ben.orderId);
  await adda.verify(ben.ann, ben.orderId, ben.orderId);
  adda.providers.state.signatures.add('good3');
  const captureId = order.purchase_units[0].payments?.captures[0]?.id ?? '';
  const resolved = paypalEvent('CUSTOMER.DISPUTE.RESOLVED', {
    dispute_outcome: {
      outcome_code: 'RESOLVED_BUYER_FAVOUR',
      amount_refunded: { currency_code: 'USD', value: '2.00' },
    },
    disputed_transactions: [{ seller_transaction_id: captureId }],
  });
  await adda.webhook('paypal', resolved, paypalHeaders('good3'));
  expect((await adda.wallet(ben.ann)).balance).toBe(300);
});

it('R-10: PayPal’s refunds and lost disputes name only the capture', async () => {
  const adda = await startWithProviders();
  const { ann, orderId } = await adda.ordered('paypal');
  const order = adda.providers.approve(orderId);
  await adda.verify(ann, orderId, orderId);
  const [unit] = order.purchase_units;
  const captureId = unit.payments?.captures[0]?.id ?? '';
  adda.providers.state.signatures.add('good2');
  const amount = { currency_code: 'USD', value: '1.50' };
  if (unit.payments) unit.payments.refunds = [{ id: 'R1', status: 'COMPLETED', amount }];
  const links = [{ rel: 'up', href: `https://api-m.paypal.com/v2/payments/captures/${captureId}` }];
  const refund = paypalEvent('PAYMENT.CAPTURE.REFUNDED', { id: 'R1', amount, links });
  await adda.webhook('paypal', refund, paypalHeaders('good2'));
  expect((await adda.wallet(ann)).balance).toBe(350);
  const transactions = [{ seller_transaction_id: captureId }];
  for (const [outcome, balance] of [
    ['RESOLVED_SELLER_FAVOUR', 350],
    ['RESOLVED_BUYER_FAVOUR', 0],
  ] as const) {
    const resource = {
      dispute_outcome: { outcome_code: outcome },
      disputed_transactions: transactions,
    };
    const dispute = paypalEvent('CUSTOMER.DISPUTE.RESOLVED', resource);
    await adda.webhook('paypal', dispute, paypalHeaders('good2'));
    expect((await adda.wallet(ann)).balance).toBe(balance);
  }
});
