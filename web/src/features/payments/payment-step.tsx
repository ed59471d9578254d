import { t } from '@lingui/core/macro';
import { Spinner } from '../../ui/spinner.tsx';
import { amountLabel } from './amount-labels.ts';

/** The current step of a payment. The amount is the charged one, in minor units. */
export type PaymentStep =
  | { readonly name: 'ordering' | 'verifying' }
  | { readonly name: 'paying'; readonly amount: number; readonly currency: string };

/** Returns the text of the current step; '' if there is none. */
function stepLabel(step: PaymentStep | undefined): string {
  if (!step) return '';
  switch (step.name) {
    case 'ordering':
      return t`Preparing your payment…`;
    case 'paying': {
      const amount = amountLabel(step.amount, step.currency);
      return t`Waiting for your payment of ${amount}…`;
    }
    case 'verifying':
      return t`Confirming your payment…`;
  }
}

/** Shows the current step, and announces it to screen readers. */
export function PaymentStatus({ step }: { step: PaymentStep | undefined }) {
  return (
    <p role="status" className="flex items-center justify-center gap-2 text-sm text-mute empty:hidden">
      {step && <Spinner />}
      {stepLabel(step)}
    </p>
  );
}
