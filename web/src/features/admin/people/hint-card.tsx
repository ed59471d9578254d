import type { EvasionFlag } from '@adda/contract/moderation';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { failureText } from '../frame/failure-text.ts';
import { adminKey } from '../frame/now.queries.ts';
import { StateMark } from '../frame/state-mark.tsx';
import { sendHintDecision } from './people.queries.ts';
import { PersonLink } from './person-line.tsx';

function useHintDecision(flagId: string) {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: 'dismissed' | 'confirmed') => sendHintDecision(flagId, status),
    onSuccess: (_answer, status) =>
      toast.success(status === 'confirmed' ? t`Hint confirmed` : t`Hint dismissed`),
    onError: (error) => toast.problem(failureText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  });
}

function HintButtons({ flag }: { flag: EvasionFlag }) {
  const decide = useHintDecision(flag.flag_id);
  const sent = decide.isPending ? decide.variables : undefined;
  const press = (status: 'dismissed' | 'confirmed') => () => {
    if (!decide.isPending) decide.mutate(status);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button tone="quiet" size="small" isBusy={sent === 'dismissed'} onClick={press('dismissed')}>
        <Trans>Dismiss</Trans>
      </Button>
      <Button tone="quiet" size="small" isBusy={sent === 'confirmed'} onClick={press('confirmed')}>
        <Trans>Confirm</Trans>
      </Button>
    </div>
  );
}

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
      {status === 'open' && <HintButtons flag={flag} />}
    </li>
  );
}
