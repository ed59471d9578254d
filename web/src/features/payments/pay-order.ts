import type { GatewayOffer } from '@adda/contract/payments';
import type { CheckoutResult } from './checkout.types.ts';
import type { PaymentTools } from './use-payment.ts';

/** What the server ordered at a provider; `amount` is in minor units. */
export type Ordered = { readonly orderId: string; readonly amount: number; readonly currency: string };

/** Lets an order be paid the way of an offer, and says the steps. Throws what {@link CheckoutResult} can't say. */
export async function payOrder(
  { openCheckout, onStep }: PaymentTools,
  { gateway, key, is_sandbox: isSandbox }: GatewayOffer,
  { orderId, amount, currency }: Ordered,
  description: string,
): Promise<CheckoutResult> {
  onStep({ name: 'paying', amount, currency });
  const wish = { gateway, key, isSandbox, orderId, amount, currency, description };
  const result = await openCheckout(wish);
  onStep({ name: 'verifying' });
  return result;
}
