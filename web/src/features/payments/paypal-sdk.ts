import { CheckoutError, type CheckoutRequest } from './checkout.types.ts';
import { loadScript } from './load-script.ts';

const SCRIPT = 'https://www.paypal.com/sdk/js';

type PayPalButtons = { render: (into: HTMLElement) => Promise<void>; close?: () => Promise<void> };

type PayPalOptions = {
  createOrder: () => string;
  onApprove: (approved: { orderID?: string }) => void;
  onCancel: () => void;
  onError: (error: unknown) => void;
};

/** The subset of PayPal's SDK that is used here. */
export type PayPalSdk = { Buttons: (options: PayPalOptions) => PayPalButtons };

declare global {
  interface Window {
    paypal?: PayPalSdk;
  }
}

/** The loaded SDK with its script address, which contains client id and currency. */
let loaded: { readonly address: string; readonly sdk: PayPalSdk } | undefined;

/** Loads PayPal's SDK for a client id and a currency. Throws {@link CheckoutError} if loading fails. */
export async function loadPayPal({
  key,
  currency,
}: Pick<CheckoutRequest, 'key' | 'currency'>): Promise<PayPalSdk> {
  const address = `${SCRIPT}?${new URLSearchParams({ 'client-id': key, currency, intent: 'capture' })}`;
  if (loaded?.address === address) return loaded.sdk;
  await loadScript(address).catch(() => {
    throw new CheckoutError('paypal_sdk');
  });
  if (!window.paypal) throw new CheckoutError('paypal_sdk');
  loaded = { address, sdk: window.paypal };
  return loaded.sdk;
}
