import type { SandboxMessage } from '@adda/contract/payments';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeletons.tsx';
import { CheckoutDialog } from './checkout-dialog.tsx';
import type { CheckoutRequest, CheckoutResult } from './checkout.types.ts';

export type SandboxDialogProps = { request: CheckoutRequest; onEnd: (result: CheckoutResult) => void };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isOutcome = (value: unknown): value is SandboxMessage['outcome'] =>
  value === 'success' || value === 'failure' || value === 'dismiss';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Converts a message of the sandbox page to a result; undefined if it does not concern `orderId`. */
function sandboxResult(message: unknown, orderId: string): CheckoutResult | undefined {
  if (!isRecord(message) || message.source !== 'adda-sandbox' || message.order_id !== orderId)
    return undefined;
  if (!isOutcome(message.outcome)) return undefined;
  if (message.outcome === 'dismiss') return { outcome: 'dismissed' };
  if (message.outcome === 'failure')
    return { outcome: 'failed', description: textOf(message.description) ?? '' };
  return {
    outcome: 'paid',
    paymentId: textOf(message.payment_id) ?? orderId,
    signature: textOf(message.signature),
  };
}

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
