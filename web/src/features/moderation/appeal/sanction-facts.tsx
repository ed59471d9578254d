import type { OwnSanction } from '@adda/contract/moderation';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Time } from '../../../ui/time.tsx';

function FactRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-semibold text-mute">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}

/** When a suspension ends, or how it ended. */
function End({ sanction: { until, ended_at: endedAt, end } }: { sanction: OwnSanction }) {
  if (endedAt !== null) {
    return (
      <FactRow label={end === 'reversed' ? <Trans>Taken back</Trans> : <Trans>Ended</Trans>}>
        <Time value={endedAt} as="full" />
      </FactRow>
    );
  }
  return (
    <FactRow label={<Trans>Until</Trans>}>
      {until === null ? <Trans>No end has been set.</Trans> : <Time value={until} as="full" />}
    </FactRow>
  );
}

/** A sanction as shown to its user: reason, start and, for a suspension, end (SV-50). */
export function SanctionFacts({ sanction }: { sanction: OwnSanction }) {
  const isSuspending = sanction.kind === 'suspension' || sanction.kind === 'ban';
  return (
    <dl className="grid grid-cols-1 gap-3 rounded-card bg-raised p-4">
      <FactRow label={<Trans>Why</Trans>}>
        <span dir="auto">{sanction.reason}</span>
      </FactRow>
      <FactRow label={isSuspending ? <Trans>Since</Trans> : <Trans>When</Trans>}>
        <Time value={sanction.created_at} as="full" />
      </FactRow>
      {(isSuspending || sanction.ended_at !== null) && <End sanction={sanction} />}
    </dl>
  );
}
