import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast-store.ts';
import { endHiding, hidingQuery } from '../accounts/index.ts';

/** Whether strangers can find the user, with a way to end the hiding early (MR-05). */
function HidingState() {
  const client = useQueryClient();
  const { data } = useQuery(hidingQuery);
  const ending = useMutation({
    ...endHiding(client),
    onSuccess: () => toast.success(t`Your profile is visible again.`),
    onError: (error) => toast.problem(failureText(error)),
  });
  const until = data?.hidden_until ?? null;
  if (until === null) return null;
  return (
    <div className="grid justify-items-start gap-2 rounded-card bg-marigold-wash p-4">
      <p>
        <Trans>
          Because you were threatened, strangers can’t find you until <Time value={until} as="full" />. People
          you follow or wrote to still can.
        </Trans>
      </p>
      <Button tone="quiet" size="small" isBusy={ending.isPending} onClick={() => ending.mutate()}>
        <Trans>Show my profile to everybody</Trans>
      </Button>
    </div>
  );
}

/** Whether the user is hidden from strangers, and the way to their reports (MR-05, MR-06). */
export function SafetySection({ onClose }: { onClose: () => void }) {
  return (
    <section aria-labelledby="safety-settings" className="grid gap-3 border-t border-line pt-4">
      <h3 id="safety-settings" className="text-base font-bold">
        <Trans>Safety</Trans>
      </h3>
      <HidingState />
      <Link
        to="/reports"
        onClick={onClose}
        className={`${buttonClasses('quiet', 'small')} justify-self-start`}
      >
        <Trans>Your reports</Trans>
      </Link>
    </section>
  );
}
