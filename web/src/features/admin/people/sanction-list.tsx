import type { Sanction } from '@adda/contract/moderation';
import { Trans, useLingui } from '@lingui/react/macro';
import { Time } from '../../../ui/time.tsx';
import { PlaceLink } from '../frame/place-link.tsx';
import { StateMark } from '../frame/state-mark.tsx';
import { sanctionName, sanctionState } from './sanction-labels.ts';

function SanctionRow({ sanction }: { sanction: Sanction }) {
  const { t } = useLingui();
  const {
    kind,
    reason,
    created_at: at,
    issued_by: by,
    ended_at: endedAt,
    appeal,
    report_id: reportId,
  } = sanction;
  const state = sanctionState(sanction);
  const isActiveBan = (kind === 'suspension' || kind === 'ban') && endedAt === null;
  return (
    <li className="grid gap-1.5 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <StateMark tone={isActiveBan ? 'bad' : 'calm'}>{sanctionName(kind)}</StateMark>
        <span className="text-mute">
          <Trans>
            <Time value={at} as="day" /> by {by}
          </Trans>
        </span>
        {state && <span className="text-mute">· {state}</span>}
        {appeal && (
          <PlaceLink
            view="appeals"
            id={appeal.appeal_id}
            filter={{ status: appeal.status === 'open' ? '' : 'decided' }}
          >
            {appeal.status === 'open' ? t`Appeal waiting` : t`Appealed`}
          </PlaceLink>
        )}
        {reportId && (
          <PlaceLink view="reports" id={reportId} filter={{ status: 'all' }}>
            <Trans>Report</Trans>
          </PlaceLink>
        )}
      </p>
      <p className="text-sm whitespace-pre-wrap wrap-anywhere">{reason}</p>
    </li>
  );
}

/** An account's sanctions, newest first. */
export function SanctionList({ sanctions }: { sanctions: readonly Sanction[] }) {
  if (sanctions.length === 0)
    return (
      <p className="text-sm text-mute">
        <Trans>Nothing was ever decided against this person.</Trans>
      </p>
    );
  return (
    <ul className="divide-y divide-line">
      {sanctions.map((sanction) => (
        <SanctionRow key={sanction.sanction_id} sanction={sanction} />
      ))}
    </ul>
  );
}
