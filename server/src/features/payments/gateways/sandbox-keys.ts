import type { PaymentSettings } from './payment-settings.ts';
import { hmacOf } from './signatures.ts';

/** Keys that the sandbox accepts and signs with. */
export type SandboxKeys = {
  readonly razorpay: { readonly keyId: string; readonly keySecret: string; readonly webhookSecret: string };
  readonly paypal: { readonly clientId: string; readonly clientSecret: string; readonly webhookId: string };
  /** Signs what only the sandbox may issue: access tokens, and PayPal's webhooks. */
  readonly ownSecret: string;
};

const ID_LENGTH = 16;

/**
 * Returns the configured keys if the configured address is the sandbox's, or else keys derived from the server's
 * secret.
 */
export function sandboxKeys(config: PaymentSettings, secret: string): SandboxKeys {
  const derive = (name: string) => hmacOf(secret, `sandbox ${name}`);
  const idOf = (name: string) => derive(name).slice(0, ID_LENGTH);
  return {
    razorpay: {
      keyId: config.RAZORPAY_KEY_ID ?? `rzp_test_${idOf('razorpay key')}`,
      keySecret: config.RAZORPAY_KEY_SECRET ?? derive('razorpay key secret'),
      webhookSecret: config.RAZORPAY_WEBHOOK_SECRET ?? derive('razorpay webhook secret'),
    },
    paypal: {
      clientId: config.PAYPAL_CLIENT_ID ?? `sandbox-${idOf('paypal client')}`,
      clientSecret: config.PAYPAL_CLIENT_SECRET ?? derive('paypal client secret'),
      webhookId: config.PAYPAL_WEBHOOK_ID ?? idOf('paypal webhook').toUpperCase(),
    },
    ownSecret: derive('own secret'),
  };
}
