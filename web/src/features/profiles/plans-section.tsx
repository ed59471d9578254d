import type { Profile } from '@adda/contract/profiles';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { clientConfig } from '../../platform/client-config.ts';
import { withPostingTexts } from '../../platform/texts.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { lazyPart, Part } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { ErrorState } from '../../ui/view-states.tsx';
import { SectionCard } from '../accounts/index.ts';
import { PlanCard, plansOf, plansProblem } from '../creators/index.ts';

const forms = lazyPart(() => withPostingTexts(() => import('../creators/plans/index.ts')));

function CreatePlan() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        <Trans>Create plan</Trans>
      </Button>
      {isOpen && (
        <Part part={forms} onFailed={close}>
          {({ CreatePlanDialog }) => <CreatePlanDialog isOpen onClose={close} />}
        </Part>
      )}
    </div>
  );
}

/** What somebody sells (PR-05, PL-02); its owner adds to it (PR-27). Nothing where others sell nothing. */
export function PlansSection({ profile }: { profile: Profile }) {
  const { username, is_self: isOwn, is_subscribed: isSubscribed } = profile;
  const query = useQuery({ ...plansOf(username), placeholderData: profile.plans });
  const { data: config } = useQuery(clientConfig());
  const takesMoney = config?.features.payments === true;
  const plans = query.data ?? [];
  if (isOwn && profile.is_guest) return null;
  if (!isOwn && plans.length === 0 && !query.isError) return null;
  return (
    <SectionCard
      title={<Trans>Plans</Trans>}
      text={isOwn ? <Trans>Whoever subscribes sees your locked posts.</Trans> : undefined}
    >
      {query.isError && (
        <ErrorState
          title={plansProblem('profile')}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {query.isPending && <Skeleton className="h-20 rounded-card" />}
      {plans.length > 0 && (
        <ul className="grid grid-cols-1 gap-3">
          {plans.map((plan) => (
            <li key={plan.plan_id}>
              <PlanCard
                plan={plan}
                action={
                  !isOwn && !isSubscribed && takesMoney ? (
                    <Link
                      to="/v1/chat/$username"
                      params={{ username: plan.plan_id }}
                      className={buttonClasses('primary', 'small')}
                    >
                      <Trans>Subscribe</Trans>
                    </Link>
                  ) : undefined
                }
              />
            </li>
          ))}
        </ul>
      )}
      {!isOwn && isSubscribed && (
        <p className="font-semibold text-teal">
          <Trans>You're subscribed.</Trans>
        </p>
      )}
      {!isOwn && !isSubscribed && config && !takesMoney && (
        <p className="text-mute">
          <Trans>Subscribing isn't open on this server yet.</Trans>
        </p>
      )}
      {isOwn && <CreatePlan />}
    </SectionCard>
  );
}
