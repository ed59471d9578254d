import type { Payee, PayoutStatus } from '@adda/contract/wallet';
import { t } from '@lingui/core/macro';

/** Returns a status label. */
export function payoutStatusName(status: PayoutStatus): string {
  switch (status) {
    case 'pending':
      return t`Waiting`;
    case 'approved':
      return t`Approved, to be paid`;
    case 'rejected':
      return t`Rejected`;
    case 'paid':
      return t`Paid`;
  }
}

/** The tone of each status label. */
export const payoutTones = { pending: 'warm', approved: 'warm', rejected: 'calm', paid: 'calm' } as const;

/** Returns the label of a payee kind. */
export function payeeKindName(kind: Payee['kind']): string {
  switch (kind) {
    case 'upi':
      return t`UPI`;
    case 'bank':
      return t`Bank account`;
    case 'paypal':
      return t`PayPal`;
  }
}
