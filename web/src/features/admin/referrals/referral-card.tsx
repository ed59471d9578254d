import type { ReferralDecision, ReferralReview } from '@adda/contract/rewards';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../../../ui/button.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { failureText } from '../frame/failure-text.ts';
import { adminKey } from '../frame/now.queries.ts';
import { adminSearch } from '../frame/use-admin-place.ts';
import { sendReferralDecision } from './referrals.queries.ts';

function Name({ username }: { username: string }) {
  return (
    <Link
      to="/admin"
      search={adminSearch({ view: 'people', id: username })}
      className="font-semibold wrap-anywhere text-rani-ink underline-offset-4 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
    >
      {username}
    </Link>
  );
}

function Decision({ id }: { id: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (status: ReferralDecision) => sendReferralDecision(id, status),
    onSuccess: (_answer, status) => toast.success(status === 'approved' ? t`Reward paid` : t`Reward refused`),
    onError: (error) => toast.problem(failureText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  });
  const sent = decide.isPending ? decide.variables : undefined;
  const press = (status: ReferralDecision) => () => {
    if (!decide.isPending) decide.mutate(status);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button tone="quiet" size="small" isBusy={sent === 'refused'} onClick={press('refused')}>
        <Trans>Refuse</Trans>
      </Button>
      <Button tone="quiet" size="small" isBusy={sent === 'approved'} onClick={press('approved')}>
        <Trans>Approve and pay</Trans>
      </Button>
    </div>
  );
}

/** A held referral reward with its two buttons, or the decision about it. */
export function ReferralCard({ referral }: { referral: ReferralReview }) {
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
      {status === 'waiting' && <Decision id={referral.referral_id} />}
    </li>
  );
}
