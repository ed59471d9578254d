import type { Plan } from '@adda/contract/creators';
import type { Profile } from '@adda/contract/profiles';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Archive, Ellipsis, Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { clientConfig } from '../../platform/client-config.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { tryAgain } from '../../ui/try-again.tsx';
import { ErrorState } from '../../ui/view-states.tsx';
import { UpgradeNeeded } from '../accounts/index.ts';
import { PlanCard, plansOf, plansProblem } from '../creators/index.ts';

const forms = lazyComponent(() => import('../creators/plans/index.ts'));
const earnings = lazyComponent(() => import('../creators/earnings/index.ts'));

function CreatePlan() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        <Trans>Create plan</Trans>
      </Button>
      {isOpen && (
        <LazyComponent component={forms} onFailed={close}>
          {({ CreatePlanDialog }) => <CreatePlanDialog isOpen onClose={close} />}
        </LazyComponent>
      )}
    </div>
  );
}

/** Link to a plan (SU-19); disabled for guests (SU-18). */
function Subscribe({ plan, isGuest }: { plan: Plan; isGuest: boolean }) {
  if (isGuest) {
    return (
      <Button size="small" disabled>
        <Trans>Subscribe</Trans>
      </Button>
    );
  }
  return (
    <Link
      to="/v1/chat/$username"
      params={{ username: plan.plan_id }}
      className={buttonClasses('primary', 'small')}
    >
      <Trans>Subscribe</Trans>
    </Link>
  );
}

export type PlansSectionProps = {
  profile: Profile;
  /** The viewer is a guest. */
  isGuest: boolean;
};

/** Earnings of the owner. Without a plan they are collapsed, because earlier plans may have sold (SV-78). */
function OwnEarnings({ isShown }: { isShown: boolean }) {
  const [isOpen, setOpen] = useState(false);
  if (!isShown && !isOpen) {
    return (
      <div>
        <Button tone="plain" onClick={() => setOpen(true)}>
          <Trans>Show earnings</Trans>
        </Button>
      </div>
    );
  }
  return (
    <LazyComponent
      component={earnings}
      fallback={<Skeleton className="h-40 rounded-card" />}
      failed={tryAgain}
    >
      {({ Earnings }) => <Earnings />}
    </LazyComponent>
  );
}

/**
 * Note for other users below the plans: that they have a subscription, that they need an account, or that payments are
 * disabled.
 */
function BelowPlans({
  profile,
  isGuest,
  takesMoney,
}: PlansSectionProps & { takesMoney: boolean | undefined }) {
  if (profile.is_subscribed) {
    return (
      <p className="font-semibold text-teal">
        <Trans>You're subscribed.</Trans>
      </p>
    );
  }
  if (takesMoney === false) {
    return (
      <p className="text-mute">
        <Trans>Subscribing isn't open on this server yet.</Trans>
      </p>
    );
  }
  return isGuest ? <UpgradeNeeded /> : null;
}

/** Menu of a plan for its owner: edit its texts, or stop selling it (SV-70). */
function OwnPlanMenu({ plan }: { plan: Plan }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'edit' | 'archive'>();
  const close = () => setOpen(undefined);
  const { name } = plan;
  return (
    <>
      <Menu
        label={name}
        renderTrigger={(props) => (
          <button
            type="button"
            {...props}
            aria-label={t`Change the plan ${name}`}
            className="grid size-11 place-items-center rounded-full bg-raised hover:bg-line"
          >
            <Ellipsis aria-hidden="true" className="size-5" />
          </button>
        )}
      >
        <MenuItem icon={<Pencil className="size-4.5" />} onSelect={() => setOpen('edit')}>
          {t`Edit`}
        </MenuItem>
        <MenuItem icon={<Archive className="size-4.5" />} isDangerous onSelect={() => setOpen('archive')}>
          {t`Stop selling`}
        </MenuItem>
      </Menu>
      {open && (
        <LazyComponent component={forms} onFailed={close}>
          {({ EditPlanDialog, ArchivePlanDialog }) =>
            open === 'edit' ? (
              <EditPlanDialog plan={plan} onClose={close} />
            ) : (
              <ArchivePlanDialog plan={plan} onClose={close} />
            )
          }
        </LazyComponent>
      )}
    </>
  );
}

/**
 * The tab Plans: plans of a creator (PR-05, PL-02), with a button to add one for the owner (PR-27), and below them what they
 * earned.
 */
export function PlansSection({ profile, isGuest }: PlansSectionProps) {
  const { username, is_self: isOwn, is_subscribed: isSubscribed } = profile;
  const id = useId();
  const query = useQuery({ ...plansOf(username), placeholderData: profile.plans });
  const { data: config } = useQuery(clientConfig());
  const takesMoney = config && config.features.payments === true;
  const plans = query.data ?? [];
  const actionOf = (plan: Plan) => {
    if (isOwn) return <OwnPlanMenu plan={plan} />;
    return !isSubscribed && takesMoney ? <Subscribe plan={plan} isGuest={isGuest} /> : undefined;
  };
  return (
    <section aria-labelledby={id} className="relative grid grid-cols-1 gap-4">
      <h2 id={id} className="sr-only">
        <Trans>Plans</Trans>
      </h2>
      {isOwn && (
        <p className="text-mute">
          <Trans>Whoever subscribes sees your locked posts.</Trans>
        </p>
      )}
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
              <PlanCard plan={plan} action={actionOf(plan)} />
            </li>
          ))}
        </ul>
      )}
      {!isOwn && <BelowPlans profile={profile} isGuest={isGuest} takesMoney={takesMoney} />}
      {isOwn && <CreatePlan />}
      {isOwn && query.data && <OwnEarnings isShown={plans.length > 0} />}
    </section>
  );
}
