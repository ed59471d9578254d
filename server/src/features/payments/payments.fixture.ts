import type { SandboxOutcome } from '@adda/contract/payments';
import type { Client } from '../../test/client.ts';

/** Does on the sandbox's checkout what a person does there; answers what its page tells ours. */
export async function payOrder(
  client: Client,
  orderId: string,
  outcome: SandboxOutcome = 'success',
): Promise<{ payment_id: string | null; signature: string | null }> {
  const params = { order_id: orderId };
  return (await client('POST /sandbox/pay/:order_id', { params, body: { outcome } })).data;
}

/** The id that a payment has after the sandbox's checkout went well. */
export async function paidFor(client: Client, orderId: string): Promise<string> {
  const { payment_id: paymentId } = await payOrder(client, orderId);
  if (paymentId === null) throw new Error('The sandbox answered no payment.');
  return paymentId;
}

/** Gives a payment of the sandbox back, in whole unless minor units are named. */
export async function refundPayment(client: Client, paymentId: string, amount?: number): Promise<string> {
  const params = { payment_id: paymentId };
  const body = amount === undefined ? {} : { amount };
  return (await client('POST /sandbox/refund/:payment_id', { params, body })).data.refund_id;
}
