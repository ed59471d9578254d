import type { PaymentGateway } from '@adda/contract/payments';
import type { PaymentSettings } from './payment-settings.ts';
import { gatewayUse } from './choose-gateways.ts';

/** Sources that a provider's checkout loads into our pages, by directive of the Content-Security-Policy. */
export type CheckoutSources = {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly frames: readonly string[];
  readonly connections: readonly string[];
  readonly images: readonly string[];
  /** Whether it opens a popup that communicates with our page. */
  readonly hasPopups: boolean;
};

/** Both insert inline styles at run time; scripts come from their own origins only. */
const INLINE_STYLES = "'unsafe-inline'";
const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com'];

/**
 * As documented by the providers, and for Razorpay also as in its official shop plugins; Venmo's origins are left out.
 */
const SOURCES: Readonly<Record<PaymentGateway, CheckoutSources>> = {
  razorpay: {
    scripts: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
    styles: [INLINE_STYLES],
    frames: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
    connections: [
      'https://api.razorpay.com',
      'https://lumberjack.razorpay.com',
      'https://lumberjack-metrics.razorpay.com',
    ],
    images: ['https://cdn.razorpay.com'],
    hasPopups: true,
  },
  paypal: {
    scripts: PAYPAL,
    styles: [...PAYPAL, INLINE_STYLES],
    frames: PAYPAL,
    connections: PAYPAL,
    images: PAYPAL,
    hasPopups: true,
  },
};

/** Returns the sources that the configured gateways need; none for the sandbox, whose page is served by this server. */
export function checkoutSourcesOf(config: PaymentSettings): CheckoutSources {
  const used = (['razorpay', 'paypal'] as const)
    .filter((name) => gatewayUse(config, name) === 'provider')
    .map((name) => SOURCES[name]);
  return {
    scripts: used.flatMap(({ scripts }) => scripts),
    styles: [...new Set(used.flatMap(({ styles }) => styles))],
    frames: used.flatMap(({ frames }) => frames),
    connections: used.flatMap(({ connections }) => connections),
    images: used.flatMap(({ images }) => images),
    hasPopups: used.some(({ hasPopups }) => hasPopups),
  };
}
