import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeletons.tsx';
import { CheckoutDialog } from './checkout-dialog.tsx';
import type { CheckoutResult, CheckoutWish } from './checkout.types.ts';
import { sandboxResult } from './sandbox-message.ts';

/** Props of {@link SandboxDialog}. */
export type SandboxDialogProps = { wish: CheckoutWish; onEnd: (result: CheckoutResult) => void };

/** The page of the sandbox in a dialog of ours (SV-82); only what that very page says counts. */
export function SandboxDialog({ wish, onEnd }: SandboxDialogProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || !source || source !== frame.current?.contentWindow) return;
      const result = sandboxResult(data, wish.orderId);
      if (result) onEnd(result);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [wish.orderId, onEnd]);
  return (
    <CheckoutDialog wish={wish} onEnd={onEnd}>
      {/* As high as its page, which has a button more at PayPal. */}
      <div
        className={classNames(
          'relative mt-4 max-h-[65dvh] overflow-hidden rounded-chip border border-line',
          wish.gateway === 'paypal' ? 'h-116' : 'h-108',
        )}
      >
        {!isThere && <Skeleton className="absolute inset-0 size-full" />}
        {/* It is our own page and calls our own server: a frame that keeps it from that could not pay. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          ref={frame}
          data-autofocus
          title={t`Payment sandbox`}
          src={`/sandbox/checkout/${encodeURIComponent(wish.orderId)}`}
          onLoad={() => setThere(true)}
          className="relative size-full"
        />
      </div>
    </CheckoutDialog>
  );
}
