import { displayedName } from '@adda/contract/accounts';
import type { PayoutCase } from '@adda/contract/wallet';
import { Trans } from '@lingui/react/macro';
import { Time } from '../../../ui/time.tsx';
import { coinsText, coinsWorth } from '../frame/coin-labels.ts';
import { RowLink } from '../frame/row-link.tsx';
import { StateMark } from '../frame/state-mark.tsx';
import { payoutStatusName } from './payout-labels.ts';

const tones = { pending: 'warm', approved: 'warm', rejected: 'calm', paid: 'calm' } as const;

/** A queue row: user, amount and age. */
export function PayoutRow({ payout }: { payout: PayoutCase }) {
  const { id, amount, payable, status } = payout;
  return (
    <RowLink id={id}>
      <span className="flex items-baseline justify-between gap-3">
        <strong className="min-w-0 truncate">{displayedName(payout.username)}</strong>
        <Time value={payout.created_at} as="ago" className="shrink-0 text-xs text-mute" />
      </span>
      <span className="text-sm tabular-nums">
        {coinsText(amount)} <span className="text-mute">({coinsWorth(amount)})</span>
      </span>
      <span className="flex flex-wrap gap-2">
        <StateMark tone={tones[status]}>{payoutStatusName(status)}</StateMark>
        {status !== 'rejected' && payable < amount && (
          <StateMark>
            <Trans>Partly bought</Trans>
          </StateMark>
        )}
        {payout.first_approval && (
          <StateMark tone="warm">
            <Trans>Needs another approval</Trans>
          </StateMark>
        )}
        {payout.is_suspended && (
          <StateMark tone="bad">
            <Trans>Suspended</Trans>
          </StateMark>
        )}
        {!payout.payee && (
          <StateMark tone="bad">
            <Trans>No payee</Trans>
          </StateMark>
        )}
      </span>
    </RowLink>
  );
}
