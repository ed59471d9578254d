import { t } from '@lingui/core/macro';
import { ApiError } from '../../../platform/api-error.ts';
import { CheckoutError, PaymentProblem, type CheckoutFailure } from '../../payments/index.ts';

/** Returns the message for an order that the server refused (SU-20 to SU-23). */
export function orderProblem(error: unknown): PaymentProblem {
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

const troubles: Readonly<Record<CheckoutFailure, () => string>> = {
  razorpay_sdk: () => t`Razorpay SDK not loaded`,
  paypal_sdk: () => t`PayPal SDK not loaded`,
  unsupported: () => t`Unsupported payment gateway`,
};

/** Returns the message for a checkout that could not be opened (SU-26 to SU-28). */
export const checkoutProblem = (error: unknown): PaymentProblem =>
  new PaymentProblem(
    error instanceof CheckoutError ? troubles[error.trouble]() : t`Payment failed. Please try again.`,
  );
