import type { PaymentGateway } from '@adda/contract/payments';
import type { PaymentSettings } from './payment-settings.ts';
import type { Gateway } from './gateway.types.ts';
import { createPaypal } from './paypal.gateway.ts';
import { createProviderCall } from './provider-call.ts';
import { createRazorpay } from './razorpay.gateway.ts';
import type { SandboxKeys } from './sandbox-keys.ts';

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
export type GatewayUse = 'none' | 'sandbox' | 'provider';

/** Decides how this server uses one provider. */
export function gatewayUse(config: PaymentSettings, name: PaymentGateway): GatewayUse {
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
