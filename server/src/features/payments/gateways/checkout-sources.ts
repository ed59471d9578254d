import type { PaymentGateway } from '@adda/contract/payments';
import type { PaymentSettings } from './payment-settings.ts';
import { gatewayUse } from './choose-gateways.ts';

/** What a provider's checkout loads into our pages, by directive of the Content-Security-Policy. */
export type CheckoutSources = {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly frames: readonly string[];
  readonly connections: readonly string[];
  readonly images: readonly string[];
  /** Opens a window of its own that talks to ours. */
  readonly hasPopups: boolean;
};

/** Both write styles into the page as they go; scripts they load from their own places alone. */
const INLINE_STYLES = "'unsafe-inline'";
const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com'];

/** As the providers document it, and for Razorpay as its own shop plugins have it; Venmo's places are left out. */
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

/** What the checkouts of this server's gateways need of a page; nothing for the sandbox, whose page is our own. */
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
