import type { Plan } from '@adda/contract/creators';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clientConfig } from '../../../platform/client-config.ts';
import { PlanCard } from '../../creators/index.ts';

/** Plans as cards; where this server takes no payments it says so, instead of a button that does nothing. */
export function PlanOffer({ plans }: { plans: readonly Plan[] }) {
  const { data } = useQuery(clientConfig());
  return (
    <div className="grid gap-3">
      <ul className="grid gap-3">
        {plans.map((plan) => (
          <li key={plan.plan_id}>
            <PlanCard plan={plan} />
          </li>
        ))}
      </ul>
      {data && data.features.payments !== true && (
        <p className="text-sm text-mute">
          <Trans>This server doesn't take payments yet, so nobody can subscribe here for now.</Trans>
        </p>
      )}
    </div>
  );
}
