import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  CheckoutError,
  type CheckoutResult,
  type CheckoutRequest,
  type OpenCheckout,
} from './checkout.types.ts';
import { openRazorpay } from './razorpay-checkout.ts';
import { SandboxDialog } from './sandbox-dialog.tsx';
import { Trans } from '@lingui/react/macro';
import { Skeleton } from '../../ui/skeletons.tsx';
import { CheckoutDialog } from './checkout-dialog.tsx';
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
type PayPalSdk = { Buttons: (options: PayPalOptions) => PayPalButtons };

declare global {
  interface Window {
    paypal?: PayPalSdk;
  }
}

/** The loaded SDK with its script address, which contains client id and currency. */
let loaded: { readonly address: string; readonly sdk: PayPalSdk } | undefined;

/** Loads PayPal's SDK for a client id and a currency. Throws {@link CheckoutError} if loading fails. */
async function loadPayPal({ key, currency }: Pick<CheckoutRequest, 'key' | 'currency'>): Promise<PayPalSdk> {
  const address = `${SCRIPT}?${new URLSearchParams({ 'client-id': key, currency, intent: 'capture' })}`;
  if (loaded?.address === address) return loaded.sdk;
  await loadScript(address).catch(() => {
    throw new CheckoutError('paypal_sdk');
  });
  if (!window.paypal) throw new CheckoutError('paypal_sdk');
  loaded = { address, sdk: window.paypal };
  return loaded.sdk;
}

type PayPalDialogProps = {
  sdk: PayPalSdk;
  request: CheckoutRequest;
  onEnd: (result: CheckoutResult) => void;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** PayPal's buttons for an order; they show the major amount (SU-14). */
function PayPalDialog({ sdk, request, onEnd }: PayPalDialogProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isRendered, setRendered] = useState(false);
  useEffect(() => {
    const container = box.current;
    if (!container) return undefined;
    let isUnmounted = false;
    const failed = (error: unknown) => {
      if (!isUnmounted) onEnd({ outcome: 'failed', description: messageOf(error) });
    };
    const buttons = sdk.Buttons({
      createOrder: () => request.orderId,
      onApprove: ({ orderID }) => onEnd({ outcome: 'paid', paymentId: orderID ?? request.orderId }),
      onCancel: () => onEnd({ outcome: 'dismissed' }),
      onError: failed,
    });
    buttons.render(container).then(() => isUnmounted || setRendered(true), failed);
    return () => {
      isUnmounted = true;
      void buttons.close?.().catch(() => undefined); // already closed
    };
    // One order has one set of buttons, regardless of rerenders.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [sdk, request]);
  return (
    <CheckoutDialog request={request} onEnd={onEnd}>
      {!isRendered && (
        <div role="status" className="mt-5">
          <span className="sr-only">
            <Trans>Loading…</Trans>
          </span>
          <Skeleton className="block h-12 w-full rounded-full" />
        </div>
      )}
      {/* PayPal renders its own frames and expects a light background. */}
      <div ref={box} className="mt-5 rounded-chip bg-white p-1 empty:hidden" />
    </CheckoutDialog>
  );
}

type Shown = { request: CheckoutRequest; sdk: PayPalSdk | undefined; end: (result: CheckoutResult) => void };

const dismissed: CheckoutResult = { outcome: 'dismissed' };

/**
 * Opens checkouts of the sandbox, Razorpay and PayPal. Render the returned `checkout`. Unmounting dismisses
 * an open checkout, so that the payment's status is looked up.
 */
export function useCheckout(): { openCheckout: OpenCheckout; checkout: ReactNode } {
  const [current, setCurrent] = useState<Shown>();
  const isMounted = useRef(true);
  const open = useRef<Shown>(undefined);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      open.current?.end(dismissed);
    };
  }, []);

  const show = (request: CheckoutRequest, sdk?: PayPalSdk) =>
    new Promise<CheckoutResult>((resolve) => {
      const next: Shown = {
        request,
        sdk,
        end: (result) => {
          open.current = undefined;
          if (isMounted.current) setCurrent(undefined);
          resolve(result);
        },
      };
      open.current = next;
      setCurrent(next);
    });

  const openCheckout: OpenCheckout = async (request) => {
    if (!isMounted.current) return dismissed;
    if (request.gateway !== 'razorpay' && request.gateway !== 'paypal')
      throw new CheckoutError('unsupported');
    if (request.isSandbox) return show(request);
    if (request.gateway === 'razorpay') return openRazorpay(request);
    const sdk = await loadPayPal(request);
    return isMounted.current ? show(request, sdk) : dismissed;
  };

  const checkout =
    current &&
    (current.sdk ? (
      <PayPalDialog sdk={current.sdk} request={current.request} onEnd={current.end} />
    ) : (
      <SandboxDialog request={current.request} onEnd={current.end} />
    ));
  return { openCheckout, checkout };
}
