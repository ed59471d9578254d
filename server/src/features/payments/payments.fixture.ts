import type { SandboxOutcome } from '@adda/contract/payments';
import type { Client } from '../../test/client.ts';

/** Performs a user's action on the sandbox's checkout. Returns the outcome that its page sends to Adda's. */
export async function payOrder(
  client: Client,
  orderId: string,
  outcome: SandboxOutcome = 'success',
): Promise<{ payment_id: string | null; signature: string | null }> {
  const params = { order_id: orderId };
  return (await client('POST /sandbox/pay/:order_id', { params, body: { outcome } })).data;
}

/** Pays in the sandbox's checkout. Returns the payment's id. */
export async function paidFor(client: Client, orderId: string): Promise<string> {
  const { payment_id: paymentId } = await payOrder(client, orderId);
  if (paymentId === null) throw new Error('The sandbox answered no payment.');
  return paymentId;
}

/** Refunds a payment of the sandbox, in full unless minor units are given. */
export async function refundPayment(client: Client, paymentId: string, amount?: number): Promise<string> {
  const params = { payment_id: paymentId };
  const body = amount === undefined ? {} : { amount };
  return (await client('POST /sandbox/refund/:payment_id', { params, body })).data.refund_id;
}
