import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { amountWords } from './amount-words.ts';
import type { CheckoutResult, CheckoutWish } from './checkout.types.ts';
import type { PayPalSdk } from './paypal-sdk.ts';

/** Props of {@link PayPalDialog}. */
export type PayPalDialogProps = {
  sdk: PayPalSdk;
  wish: CheckoutWish;
  onEnd: (result: CheckoutResult) => void;
};

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** PayPal's buttons for an order; they show the major amount (SU-14). Closing it is dismissing the payment. */
export function PayPalDialog({ sdk, wish, onEnd }: PayPalDialogProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const [isThere, setThere] = useState(false);
  const amount = amountWords(wish.amount, wish.currency);
  useEffect(() => {
    const into = box.current;
    if (!into) return undefined;
    let isGone = false;
    const failed = (error: unknown) => {
      if (!isGone) onEnd({ outcome: 'failed', description: wordsOf(error) });
    };
    const buttons = sdk.Buttons({
      createOrder: () => wish.orderId,
      onApprove: ({ orderID }) => onEnd({ outcome: 'paid', paymentId: orderID ?? wish.orderId }),
      onCancel: () => onEnd({ outcome: 'dismissed' }),
      onError: failed,
    });
    buttons.render(into).then(() => isGone || setThere(true), failed);
    return () => {
      isGone = true;
      void buttons.close?.().catch(() => undefined); // gone already
    };
    // One order has one set of buttons, however often what surrounds them is drawn.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [sdk, wish]);
  return (
    <Dialog
      isOpen
      isStubborn
      onClose={() => onEnd({ outcome: 'dismissed' })}
      title={t`Pay ${amount}`}
      description={wish.description}
    >
      {!isThere && (
        <div role="status" className="mt-5">
          <span className="sr-only">
            <Trans>Loading…</Trans>
          </span>
          <Skeleton className="block h-12 w-full rounded-full" />
        </div>
      )}
      {/* PayPal paints its own frames and expects a light ground. */}
      <div ref={box} className="mt-5 rounded-chip bg-white p-1 empty:hidden" />
    </Dialog>
  );
}
