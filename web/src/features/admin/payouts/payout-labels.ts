import type { Payee, PayoutStatus } from '@adda/contract/wallet';
import { t } from '@lingui/core/macro';

/** What became of a request. */
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

/** Where the money goes. */
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
