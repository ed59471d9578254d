import { ADS_CLOSE_MS } from '@adda/contract/rewards';
import { Plural, Trans } from '@lingui/react/macro';
import { PartyPopper } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useAutoClose } from '../../../ui/use-quiet-close.ts';
import type { AdsRun } from './ads-run.ts';

export type AdsSummaryProps = {
  run: AdsRun;
  onSkipped: () => void;
  onChoose: () => void;
  onClose: () => void;
};

/**
 * The summary after the last ad: what was earned, and what was skipped. If nothing is left it closes by
 * itself (AD-05).
 */
export function AdsSummary({ run, onSkipped, onChoose, onClose }: AdsSummaryProps) {
  const { earned, skipped } = run;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  useAutoClose(skipped.length === 0, ADS_CLOSE_MS, onClose);
  return (
    <div className="grid justify-items-center gap-3 py-4 text-center">
      <span
        aria-hidden="true"
        className="blob grid size-18 place-items-center bg-marigold-wash text-rani-ink"
      >
        <PartyPopper className="size-8" />
      </span>
      <h3 ref={title} tabIndex={-1} className="text-lg outline-none">
        {skipped.length === 0 ? <Trans>All ads are done</Trans> : <Trans>That was the last ad</Trans>}
      </h3>
      <p role="status">
        <Plural
          value={earned}
          _0="No coins this time."
          one="You earned # coin."
          other="You earned # coins."
        />
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {skipped.length > 0 && (
          <Button onClick={onSkipped}>
            <Plural value={skipped.length} one="Back to the skipped ad" other="Back to # skipped ads" />
          </Button>
        )}
        <Button tone="quiet" onClick={onChoose}>
          <Trans>Choose other ads</Trans>
        </Button>
      </div>
    </div>
  );
}
