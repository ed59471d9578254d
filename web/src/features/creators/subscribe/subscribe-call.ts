import {
  PAYMENT_TIMEOUT_MS,
  SUBSCRIPTION_CURRENCY,
  VERIFICATION_PAUSE_MS,
  VERIFICATION_TRIES,
  type GatewayOffer,
} from '@adda/contract/payments';
import { t } from '@lingui/core/macro';
import { ApiError } from '../../../platform/api-error.ts';
import { api, type CallOutput } from '../../../platform/api.ts';
import {
  CheckoutError,
  isDeclined,
  PaymentProblem,
  payOrder,
  unpaid,
  type CheckoutFailure,
  type PaidResult,
  type PaymentTools,
} from '../../payments/index.ts';

/** The selected plan and payment provider; `planId` is empty while no plan is selected. */
export type SubscribeRequest = {
  readonly planId: string;
  readonly planName: string;
  readonly creator: string;
  readonly offer: GatewayOffer;
};

type Order = CallOutput<'POST /subscriptions/subscribe'>;

const delay = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Whether a response has the fields that the next steps need. */
const isOrder = (response: Partial<Order> | undefined): boolean =>
  Boolean(response?.order_id && response.subscription_id) && typeof response?.amount === 'number';

/** Returns the message for an order that the server refused (SU-20 to SU-23). */
function orderProblem(error: unknown): PaymentProblem {
  if (!(error instanceof ApiError)) return new PaymentProblem(t`Failed to subscribe`);
  const { status, detail } = error;
  switch (status) {
    case 422:
      return new PaymentProblem(t`Invalid plan ID. Please select a valid plan.`);
    case 400:
      return new PaymentProblem(detail || t`Cannot subscribe to this plan`);
    case 403:
      return new PaymentProblem(t`Not authorized to subscribe`, detail);
    default:
      return new PaymentProblem(detail || t`Failed to subscribe`);
  }
}

const failureTexts: Readonly<Record<CheckoutFailure, () => string>> = {
  razorpay_sdk: () => t`Razorpay SDK not loaded`,
  paypal_sdk: () => t`PayPal SDK not loaded`,
  unsupported: () => t`Unsupported payment gateway`,
};

/** Returns the message for a checkout that could not be opened (SU-26 to SU-28). */
const checkoutProblem = (error: unknown): PaymentProblem =>
  new PaymentProblem(
    error instanceof CheckoutError ? failureTexts[error.trouble]() : t`Payment failed. Please try again.`,
  );

/** Creates the order of the subscription (SU-09). */
async function createOrder({ planId, offer: { gateway } }: SubscribeRequest): Promise<Order> {
  let response: Order;
  try {
    response = await api('POST /subscriptions/subscribe', {
      query: { plan_id: planId, payment_gateway: gateway },
      timeoutMs: PAYMENT_TIMEOUT_MS,
    });
  } catch (error) {
    throw orderProblem(error);
  }
  if (!isOrder(response)) throw new PaymentProblem(t`Invalid response from server...`);
  return { ...response, currency: response.currency || SUBSCRIPTION_CURRENCY[gateway] };
}

const verifyRoutes = {
  razorpay: 'POST /razorpay/verify-payment/:subscription_id',
  paypal: 'POST /paypal/verify-payment/:subscription_id',
} as const;

/** Lets the server verify the payment with the provider, up to three times and 2 s apart (SU-05, SU-10, SU-11, SU-31). */
async function verify(
  { gateway }: GatewayOffer,
  subscriptionId: string,
  { paymentId, signature }: PaidResult,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await api(verifyRoutes[gateway], {
        params: { subscription_id: subscriptionId },
        body: { payment_id: paymentId, ...(signature && { signature }) },
        timeoutMs: PAYMENT_TIMEOUT_MS,
      });
      return;
    } catch (error) {
      if (isDeclined(error)) throw error;
      // Usually the provider has not confirmed the payment yet; the last failure is shown.
      if (tries >= VERIFICATION_TRIES) {
        throw new PaymentProblem(
          t`Payment verification failed. Please contact support.`,
          t`If money left your account, the subscription begins by itself within a minute or so.`,
        );
      }
    }
    await delay(VERIFICATION_PAUSE_MS);
  }
}

/** Whether a payment succeeded although the checkout was closed or reported a failure. */
async function hasActiveSubscription(creator: string): Promise<boolean> {
  try {
    const { is_subscribed: isSubscribed } = await api('GET /subscriptions/check', { query: { creator } });
    return isSubscribed;
  } catch {
    return false; // the result of the checkout is used
  }
}

/**
 * Subscribes: order, checkout, verification (SU-04). Resolves once the subscription is active; throws {@link
 * PaymentProblem} with the text to show.
 */
export async function subscribeTo(request: SubscribeRequest, tools: PaymentTools): Promise<void> {
  if (request.planId === '') throw new PaymentProblem(t`No plan selected`);
  tools.onStep({ name: 'ordering' });
  const { order_id: orderId, subscription_id: subscriptionId, amount, currency } = await createOrder(request);
  const ordered = { orderId, amount, currency, description: request.planName };
  await payOrder(tools, request.offer, ordered, {
    verify: (result) => verify(request.offer, subscriptionId, result),
    lookUp: async (result) => {
      if (!(await hasActiveSubscription(request.creator))) throw unpaid(result);
    },
    cannotOpen: checkoutProblem,
  });
}
