import { displayedName } from '@adda/contract/accounts';
import type { Plan } from '@adda/contract/creators';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clientConfig } from '../../../platform/client-config.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { tryAgain } from '../../../ui/try-again.tsx';
import { PlanCard } from '../../creators/index.ts';
import { openLocked } from './open-locked.ts';

export type SubscribeDialogProps = { username: string; plans: readonly Plan[]; onClose: () => void };

const subscribing = lazyComponent(() => import('../../creators/subscribe/index.ts'));

type PlanOfferProps = { username: string; plans: readonly Plan[] };

function Cards({ plans }: Pick<PlanOfferProps, 'plans'>) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {plans.map((plan) => (
        <li key={plan.plan_id}>
          <PlanCard plan={plan} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Plans that can be subscribed to in place (X-05); where payments are disabled it says so instead of a button without
 * effect.
 */
function PlanOffer({ username, plans }: PlanOfferProps) {
  const client = useQueryClient();
  const { data } = useQuery(clientConfig());
  if (data?.features.payments === true) {
    return (
      <LazyComponent
        component={subscribing}
        fallback={<Skeleton className="block h-40 rounded-card" />}
        failed={tryAgain}
      >
        {({ SubscribeFlow }) => (
          <SubscribeFlow
            creator={username}
            plans={plans}
            onSubscribed={() => void openLocked(client, username)}
          />
        )}
      </LazyComponent>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Cards plans={plans} />
      {data && (
        <p className="text-sm text-mute">
          <Trans>This server doesn't take payments yet, so nobody can subscribe here for now.</Trans>
        </p>
      )}
    </div>
  );
}

/** Dialog with a creator's plans, over a locked post (FE-37, FE-45). */
export function SubscribeDialog({ username, plans, onClose }: SubscribeDialogProps) {
  const name = displayedName(username);
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={onClose}
      title={<Trans>Subscribe to {name}</Trans>}
      description={<Trans>A plan opens everything that {name} has locked, for as long as it lasts.</Trans>}
    >
      <div className="mt-4">
        <PlanOffer username={username} plans={plans} />
      </div>
    </Dialog>
  );
}
