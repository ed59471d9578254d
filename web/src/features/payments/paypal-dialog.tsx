import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Skeleton } from '../../ui/skeletons.tsx';
import { CheckoutDialog } from './checkout-dialog.tsx';
import type { CheckoutResult, CheckoutRequest } from './checkout.types.ts';
import type { PayPalSdk } from './paypal-sdk.ts';

export type PayPalDialogProps = {
  sdk: PayPalSdk;
  request: CheckoutRequest;
  onEnd: (result: CheckoutResult) => void;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** PayPal's buttons for an order; they show the major amount (SU-14). */
export function PayPalDialog({ sdk, request, onEnd }: PayPalDialogProps) {
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
