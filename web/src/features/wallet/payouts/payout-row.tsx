import type { Payout } from '@adda/contract/wallet';
import { Trans } from '@lingui/react/macro';
import { Time } from '../../../ui/time.tsx';
import { Tag } from '../../accounts/index.ts';
import { statusLabel, worth } from './payout-labels.ts';

/** A payout request: amount, status and reason (SV-92, X-13). */
export function PayoutRow({ payout }: { payout: Payout }) {
  const { amount, payable, status, note, reference } = payout;
  const isDecided = status === 'approved' || status === 'paid';
  const paid = worth(payable);
  return (
    <li className="grid gap-0.5 py-3">
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-semibold tabular-nums">{worth(amount)}</span>
        <Tag tone={status === 'pending' ? 'warm' : 'calm'}>{statusLabel(status)}</Tag>
      </span>
      {isDecided && payable < amount && (
        <span className="text-sm">
          <Trans>Paid out: {paid}. The rest came back to your wallet.</Trans>
        </span>
      )}
      {note && <span className="text-sm wrap-anywhere">{note}</span>}
      {reference && (
        <span className="text-sm wrap-anywhere">
          <Trans>Reference: {reference}</Trans>
        </span>
      )}
      <Time value={payout.created_at} as="full" className="text-sm text-mute" />
    </li>
  );
}
