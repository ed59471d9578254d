import type { EvasionFlag } from '@adda/contract/moderation';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Time } from '../../../ui/time.tsx';
import { DecisionButtons } from '../frame/decision-buttons.tsx';
import { StateMark } from '../frame/state-mark.tsx';
import { sendHintDecision, type HintDecision } from './people.queries.ts';
import { PersonLink } from './person-line.tsx';

/** Returns a label for the data that two accounts share. */
function sharedName(hint: EvasionFlag['hints'][number]): string {
  const names = {
    device: t`Same device`,
    network: t`Same network`,
    email: t`Same e-mail`,
    payer: t`Same payer`,
  };
  return names[hint];
}

/** A hint that a suspended user has another account, and whether it is correct. */
export function HintCard({ flag }: { flag: EvasionFlag }) {
  const { status, decided_by: by } = flag;
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <PersonLink person={flag.person} />
        <span className="text-mute">
          <Trans>looks like</Trans>
        </span>
        <PersonLink person={flag.suspended} />
      </div>
      <div className="flex flex-wrap items-center gap-2 text-xs text-mute">
        {flag.hints.map((hint) => (
          <StateMark key={hint} tone="warm">
            {sharedName(hint)}
          </StateMark>
        ))}
        <Time value={flag.created_at} as="ago" />
        {status !== 'open' && (
          <span>
            {status === 'confirmed' ? <Trans>Confirmed by {by}</Trans> : <Trans>Dismissed by {by}</Trans>}
          </span>
        )}
      </div>
      {status === 'open' && (
        <DecisionButtons
          send={(decision: HintDecision) => sendHintDecision(flag.flag_id, decision)}
          decisions={[
            { status: 'dismissed', label: <Trans>Dismiss</Trans>, done: t`Hint dismissed` },
            { status: 'confirmed', label: <Trans>Confirm</Trans>, done: t`Hint confirmed` },
          ]}
        />
      )}
    </li>
  );
}
