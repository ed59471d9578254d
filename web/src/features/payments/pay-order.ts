import type { GatewayOffer } from '@adda/contract/payments';
import { t } from '@lingui/core/macro';
import { ApiError } from '../../platform/api-error.ts';
import type { CheckoutResult, PaidResult, UnpaidResult } from './checkout.types.ts';
import type { PaymentProblem } from './payment-problem.ts';
import type { PaymentTools } from './use-payment.ts';

/** An order that the server created at a provider; `amount` is in minor units. `description` names it briefly. */
export type Ordered = {
  readonly orderId: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
};

/** Steps after a checkout; each throws {@link PaymentProblem}. */
export type CheckoutHandlers<Done> = {
  /** Verifies the payment on the server. Rethrows an error for which {@link isDeclined} is true. */
  verify: (result: PaidResult) => Promise<Done>;
  /** Looks up the status: the server may know of a payment although the checkout was dismissed. */
  lookUp: (result: UnpaidResult) => Promise<Done>;
  /** Returns the error for a checkout that can't be opened. */
  cannotOpen: (error: unknown) => PaymentProblem;
};

/** Whether nothing was charged because PayPal declined the chosen funding source. */
export const isDeclined = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'payment_declined';

/**
 * Runs the checkout of an order and reports its steps. After a declined payment the same order is approved
 * again, until it is paid or dismissed (SU-08).
 */
export async function payOrder<Done>(
  { openCheckout, onStep }: PaymentTools,
  { gateway, key, is_sandbox: isSandbox }: GatewayOffer,
  ordered: Ordered,
  { verify, lookUp, cannotOpen }: CheckoutHandlers<Done>,
): Promise<Done> {
  const { amount, currency } = ordered;
  const open = async (notice?: string): Promise<CheckoutResult> => {
    onStep({ name: 'paying', amount, currency });
    const result = await openCheckout({
      gateway,
      key,
      isSandbox,
      ...ordered,
      ...(notice && { notice }),
    }).catch((error: unknown) => {
      throw cannotOpen(error);
    });
    onStep({ name: 'verifying' });
    return result;
  };
  let result = await open();
  while (result.outcome === 'paid') {
    try {
      return await verify(result);
    } catch (error) {
      if (!isDeclined(error)) throw error;
    }
    result = await open(t`That payment was declined, and nothing was charged. Choose another way to pay.`);
  }
  return lookUp(result);
}
