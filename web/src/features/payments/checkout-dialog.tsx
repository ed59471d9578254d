import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { amountLabel } from './amount-labels.ts';
import type { CheckoutResult, CheckoutRequest } from './checkout.types.ts';

export type CheckoutDialogProps = {
  request: CheckoutRequest;
  onEnd: (result: CheckoutResult) => void;
  children: ReactNode;
};

/**
 * The dialog around a checkout, with the reason of a repeated attempt (SU-08). Closing it dismisses the
 * payment.
 */
export function CheckoutDialog({ request, onEnd, children }: CheckoutDialogProps) {
  const { t } = useLingui();
  const amount = amountLabel(request.amount, request.currency);
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={() => onEnd({ outcome: 'dismissed' })}
      title={t`Pay ${amount}`}
      description={request.description}
    >
      {request.notice && (
        <p role="alert" className="mt-4 rounded-chip bg-danger-wash p-4 text-sm text-danger">
          {request.notice}
        </p>
      )}
      {children}
    </Dialog>
  );
}
