import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeletons.tsx';
import { CheckoutDialog } from './checkout-dialog.tsx';
import type { CheckoutResult, CheckoutRequest } from './checkout.types.ts';
import { sandboxResult } from './sandbox-message.ts';

export type SandboxDialogProps = { request: CheckoutRequest; onEnd: (result: CheckoutResult) => void };

/** The sandbox page in a dialog (SV-82); only messages of that page count. */
export function SandboxDialog({ request, onEnd }: SandboxDialogProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || !source || source !== frame.current?.contentWindow) return;
      const result = sandboxResult(data, request.orderId);
      if (result) onEnd(result);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [request.orderId, onEnd]);
  return (
    <CheckoutDialog request={request} onEnd={onEnd}>
      {/* As high as its page, which has one more button for PayPal. */}
      <div
        className={classNames(
          'relative mt-4 max-h-[65dvh] overflow-hidden rounded-chip border border-line',
          request.gateway === 'paypal' ? 'h-116' : 'h-108',
        )}
      >
        {!isLoaded && <Skeleton className="absolute inset-0 size-full" />}
        {/* The page is the app's own and calls its own server: a frame sandbox would block that. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          ref={frame}
          data-autofocus
          title={t`Payment sandbox`}
          src={`/sandbox/checkout/${encodeURIComponent(request.orderId)}`}
          onLoad={() => setLoaded(true)}
          className="relative size-full"
        />
      </div>
    </CheckoutDialog>
  );
}
