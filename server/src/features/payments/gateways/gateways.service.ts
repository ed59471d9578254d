import type { PaymentGateway } from '@adda/contract/payments';
import type { ForeignSources } from '../../../platform/http/server.ts';
import type { Gateway } from '../payments.types.ts';
import { createPaypal } from './paypal.gateway.ts';
import { createProviderCall } from './provider-call.gateway.ts';
import { createRazorpay } from './razorpay.gateway.ts';
import { hmacOf } from './gateway.codec.ts';

const OWN_ADDRESS: Readonly<Record<PaymentGateway, string>> = {
  razorpay: 'https://api.razorpay.com',
  paypal: 'https://api-m.paypal.com',
};

type Setting = { readonly isConfigured: boolean; readonly baseUrl: string | undefined };

function settingOf(config: PaymentSettings, name: PaymentGateway): Setting {
  return name === 'razorpay'
    ? { isConfigured: config.RAZORPAY_KEY_ID !== undefined, baseUrl: config.RAZORPAY_BASE_URL }
    : { isConfigured: config.PAYPAL_CLIENT_ID !== undefined, baseUrl: config.PAYPAL_BASE_URL };
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

const isSandboxUrl = (name: PaymentGateway, url: string | undefined) =>
  url !== undefined && withoutSlash(new URL(url).pathname).endsWith(`/sandbox/${name}`);

/**
 * Whether the built-in sandbox is enabled (SV-82): never in production, never if a gateway takes real money (keys are
 * configured with the provider's own address), and on a server that others can reach only if a setting allows it.
 */
export function isSandboxOn(config: PaymentSettings): boolean {
  const isReal = (name: PaymentGateway) => {
    const { isConfigured, baseUrl } = settingOf(config, name);
    return isConfigured && baseUrl === undefined;
  };
  const isWanted = (config.SANDBOX ?? (config.isLoopback ? 'on' : 'off')) === 'on';
  return isWanted && !config.isProduction && !isReal('razorpay') && !isReal('paypal');
}

/** Whether test payments also work for users of other machines; every screen concerned shows that in red. */
export function sandboxReach(config: PaymentSettings): 'off' | 'local' | 'public' {
  if (!isSandboxOn(config)) return 'off';
  return config.isLoopback ? 'local' : 'public';
}

/** How this server uses a provider: not at all, through its sandbox, or with the operator's keys. */
type GatewayUse = 'none' | 'sandbox' | 'provider';

/** Decides how this server uses one provider. */
function gatewayUse(config: PaymentSettings, name: PaymentGateway): GatewayUse {
  const { isConfigured, baseUrl } = settingOf(config, name);
  if (!isConfigured) return isSandboxOn(config) ? 'sandbox' : 'none';
  return isSandboxOn(config) && isSandboxUrl(name, baseUrl) ? 'sandbox' : 'provider';
}

type Deps = { readonly config: PaymentSettings; readonly keys: SandboxKeys; readonly localUrl: () => string };

/** Creates the gateways of this server, the default one first. */
export function chooseGateways({ config, keys, localUrl }: Deps): readonly Gateway[] {
  const placeOf = (name: PaymentGateway) => {
    const { isConfigured, baseUrl } = settingOf(config, name);
    const isSandbox = gatewayUse(config, name) === 'sandbox';
    const fixed = withoutSlash(baseUrl ?? OWN_ADDRESS[name]);
    // The local address is known only once the server listens.
    return { isSandbox, baseUrl: () => (isConfigured ? fixed : `${localUrl()}/sandbox/${name}`) };
  };
  const makers = {
    // The sandbox also accepts the configured keys.
    razorpay: () => createRazorpay({ ...keys.razorpay, ...placeOf('razorpay') }, createProviderCall()),
    paypal: () => createPaypal({ ...keys.paypal, ...placeOf('paypal') }, createProviderCall()),
  };
  return (['razorpay', 'paypal'] as const)
    .filter((name) => gatewayUse(config, name) !== 'none')
    .map((name) => makers[name]());
}

/** Both insert inline styles at run time; scripts come from their own origins only. */
const INLINE_STYLES = "'unsafe-inline'";
const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com'];

/**
 * As documented by the providers, and for Razorpay also as in its official shop plugins; Venmo's origins are left out.
 */
const SOURCES: Readonly<Record<PaymentGateway, ForeignSources>> = {
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
export function checkoutSourcesOf(config: PaymentSettings): ForeignSources {
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

type SettingName =
  | `RAZORPAY_${'KEY_ID' | 'KEY_SECRET' | 'WEBHOOK_SECRET' | 'BASE_URL'}`
  | `PAYPAL_${'CLIENT_ID' | 'CLIENT_SECRET' | 'WEBHOOK_ID' | 'BASE_URL'}`;

/** The payment settings of the program; the keys of a gateway are set completely or not at all. */
export type PaymentSettings = { readonly [S in SettingName]?: string | undefined } & {
  readonly isProduction: boolean;
  /** Whether this server is reachable from its own machine only. */
  readonly isLoopback: boolean;
  readonly SANDBOX?: 'on' | 'off' | undefined;
};

/** Keys that the sandbox accepts and signs with. */
export type SandboxKeys = {
  readonly razorpay: { readonly keyId: string; readonly keySecret: string; readonly webhookSecret: string };
  readonly paypal: { readonly clientId: string; readonly clientSecret: string; readonly webhookId: string };
  /** Signs data that only the sandbox may issue: access tokens, and PayPal's webhooks. */
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
