import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  CheckoutError,
  type CheckoutResult,
  type CheckoutRequest,
  type OpenCheckout,
} from './checkout.types.ts';
import { PayPalDialog } from './paypal-dialog.tsx';
import { loadPayPal, type PayPalSdk } from './paypal-sdk.ts';
import { openRazorpay } from './razorpay-checkout.ts';
import { SandboxDialog } from './sandbox-dialog.tsx';

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
