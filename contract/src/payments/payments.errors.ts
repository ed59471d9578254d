import { defineErrors } from '../kernel/errors.ts';

export const paymentsErrors = defineErrors({
  unsupported_gateway: { status: 400, detail: 'Unsupported payment gateway' },
  /** The payment is not captured yet, has failed, or does not match the order: nothing is credited. */
  payment_not_completed: { status: 400, detail: 'Payment is not completed yet' },
  /** PayPal declined the chosen payment method; the same order can be approved again (SU-08). */
  payment_declined: {
    status: 400,
    detail: 'The payment was declined. Nothing was charged; choose another way to pay.',
  },
  payment_mismatch: { status: 400, detail: 'This payment is not for this order' },
  payment_of_somebody_else: { status: 403, detail: 'This payment belongs to another account' },
  payment_order_not_found: { status: 404, detail: 'Payment order not found' },
  wrong_gateway: { status: 409, detail: 'This order is paid through another payment gateway' },
  payment_provider_failed: {
    status: 502,
    detail: 'The payment provider did not answer. Nothing was charged by us; please try again.',
  },
  webhook_refused: { status: 400, detail: 'This webhook is not signed by the provider' },
  sandbox_unauthorized: { status: 401, detail: 'Sandbox: these credentials are not right' },
  sandbox_refused: { status: 400, detail: 'Sandbox: {reason}' },
  sandbox_off: { status: 404, detail: 'Not found' },
});
