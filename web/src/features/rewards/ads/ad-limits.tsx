import { AD_CLAIMS_A_DAY, AD_CLAIMS_SHORT } from '@adda/contract/rewards';
import { Trans } from '@lingui/react/macro';
import { Lock, RotateCw } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import type { ClaimCounts } from './ads-run.ts';

/** How much of the limits is used (AD-09 to AD-11). */
export function Counters({ counts }: { counts: ClaimCounts }) {
  const { click_count_5min: short, click_count_daily: daily } = counts;
  return (
    <p className="text-center text-sm text-mute tabular-nums">
      <Trans>
        Rewards: {short} of {AD_CLAIMS_SHORT} in 5 minutes, {daily} of {AD_CLAIMS_A_DAY} today
      </Trans>
    </p>
  );
}

export type LimitNoteProps = { limit: 'daily' | 'short'; onRetry: () => void; isRetrying: boolean };

/** States that no further ads pay for now, and until when (AD-06, AD-20, AD-21). */
export function LimitNote({ limit, onRetry, isRetrying }: LimitNoteProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-card bg-marigold-wash p-4 text-center font-semibold"
    >
      <Lock aria-hidden="true" className="size-6 text-rani-ink" />
      {limit === 'daily' ? (
        <p>
          <Trans>Daily ad click limit of 30 reached. Try again tomorrow.</Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>Too many ad clicks in 5 minutes. Please wait and try again.</Trans>
          </p>
          <Button
            tone="quiet"
            size="small"
            isBusy={isRetrying}
            onClick={onRetry}
            icon={<RotateCw aria-hidden="true" className="size-4" />}
          >
            <Trans>Try Again</Trans>
          </Button>
        </>
      )}
    </div>
  );
}
