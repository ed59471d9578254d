import type { ReferralDecision, ReferralReview } from '@adda/contract/rewards';
import { Trans, useLingui } from '@lingui/react/macro';
import { Time } from '../../../ui/time.tsx';
import { DecisionButtons } from '../frame/decision-buttons.tsx';
import { PlaceLink } from '../frame/place-link.tsx';
import { sendReferralDecision } from './referrals.queries.ts';

function Name({ username }: { username: string }) {
  return (
    <PlaceLink view="people" id={username}>
      {username}
    </PlaceLink>
  );
}

/** A held referral reward with its two buttons, or the decision about it. */
export function ReferralCard({ referral }: { referral: ReferralReview }) {
  const { t } = useLingui();
  const { status, decided_by: by } = referral;
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <p className="text-sm">
        <Trans>
          <Name username={referral.referrer} /> brought <Name username={referral.friend} />
        </Trans>
      </p>
      <div className="flex flex-wrap items-center gap-2 text-xs text-mute">
        <Time value={referral.created_at} as="ago" />
        {status === 'approved' && (
          <span>
            <Trans>Approved by {by}</Trans>
          </span>
        )}
        {status === 'refused' && (
          <span>
            <Trans>Refused by {by}</Trans>
          </span>
        )}
      </div>
      {status === 'waiting' && (
        <DecisionButtons
          send={(decision: ReferralDecision) => sendReferralDecision(referral.referral_id, decision)}
          decisions={[
            { status: 'refused', label: <Trans>Refuse</Trans>, done: t`Reward refused` },
            { status: 'approved', label: <Trans>Approve and pay</Trans>, done: t`Reward paid` },
          ]}
        />
      )}
    </li>
  );
}
