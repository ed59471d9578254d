import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  CheckoutError,
  type CheckoutResult,
  type CheckoutWish,
  type OpenCheckout,
} from './checkout.types.ts';
import { PayPalDialog } from './paypal-dialog.tsx';
import { loadPayPal, type PayPalSdk } from './paypal-sdk.ts';
import { openRazorpay } from './razorpay-checkout.ts';
import { SandboxDialog } from './sandbox-dialog.tsx';

type Shown = { wish: CheckoutWish; sdk: PayPalSdk | undefined; end: (result: CheckoutResult) => void };

const dismissed: CheckoutResult = { outcome: 'dismissed' };

/**
 * Opens checkouts of the sandbox, Razorpay and PayPal. Render the returned `checkout`. Unmounting dismisses
 * an open checkout, so that the payment's status is looked up.
 */
export function useCheckout(): { openCheckout: OpenCheckout; checkout: ReactNode } {
  const [shown, setShown] = useState<Shown>();
  const isHere = useRef(true);
  const open = useRef<Shown>(undefined);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      open.current?.end(dismissed);
    };
  }, []);

  const show = (wish: CheckoutWish, sdk?: PayPalSdk) =>
    new Promise<CheckoutResult>((resolve) => {
      const next: Shown = {
        wish,
        sdk,
        end: (result) => {
          open.current = undefined;
          if (isHere.current) setShown(undefined);
          resolve(result);
        },
      };
      open.current = next;
      setShown(next);
    });

  const openCheckout: OpenCheckout = async (wish) => {
    if (!isHere.current) return dismissed;
    if (wish.gateway !== 'razorpay' && wish.gateway !== 'paypal') throw new CheckoutError('unsupported');
    if (wish.isSandbox) return show(wish);
    if (wish.gateway === 'razorpay') return openRazorpay(wish);
    const sdk = await loadPayPal(wish);
    return isHere.current ? show(wish, sdk) : dismissed;
  };

  const checkout =
    shown &&
    (shown.sdk ? (
      <PayPalDialog sdk={shown.sdk} wish={shown.wish} onEnd={shown.end} />
    ) : (
      <SandboxDialog wish={shown.wish} onEnd={shown.end} />
    ));
  return { openCheckout, checkout };
}
