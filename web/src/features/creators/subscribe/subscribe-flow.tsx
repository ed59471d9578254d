import { isGuestName } from '@adda/contract/accounts';
import type { Plan } from '@adda/contract/creators';
import type { PaymentGateway } from '@adda/contract/payments';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { UpgradeNeeded } from '../../accounts/index.ts';
import { GatewayField, PaymentStatus, SandboxNote, useGateway } from '../../payments/index.ts';
import { PlanCard } from '../plans/plan-card.tsx';
import { PlanChoice } from '../plans/plan-choice.tsx';
import { useRupeePrice } from '../plans/plan-rupees.ts';
import { dollars, planPrice } from '../plans/plan-labels.ts';
import { Subscribed } from './subscribed.tsx';
import { subscriptionTo } from './subscription.queries.ts';
import { useSubscribe } from './use-subscribe.ts';

export type SubscribeFlowProps = {
  creator: string;
  /** The selectable plans; a single one is selected at once. */
  plans: readonly Plan[];
  onSubscribed?: () => void;
};

type PriceProps = { plan: Plan; gateway: PaymentGateway; rupees: string | undefined };

/** The charge for a plan with the selected provider (X-09). */
function Price({ plan, gateway, rupees }: PriceProps) {
  const price = planPrice(plan);
  return (
    <p className="tabular-nums">
      <strong>{price}</strong>{' '}
      {gateway === 'razorpay' && rupees && (
        <span className="text-mute">
          <Trans>Razorpay charges {rupees}.</Trans>
        </span>
      )}
    </p>
  );
}

/** Plans, payment providers and the payment (SU-04); for guests and existing subscribers, why there is none (SU-18). */
export function SubscribeFlow({ creator, plans, onSubscribed }: SubscribeFlowProps) {
  const account = useSession()?.username ?? '';
  const isGuest = isGuestName(account);
  const only = plans.length === 1 ? plans[0] : undefined;
  const [chosen, setChosen] = useState('');
  const plan = only ?? plans.find(({ plan_id: id }) => id === chosen);
  const rupeesOf = useRupeePrice();
  const { isKnown, ...gateways } = useGateway();
  const check = useQuery({ ...subscriptionTo(creator), enabled: !isGuest });
  const { isBusy, step, problem, start, reset, checkout } = useSubscribe(onSubscribed);
  const { offer } = gateways;
  const region = useRef<HTMLDivElement>(null);
  const kept = useKeepFocus(() => region.current?.querySelector<HTMLElement>('[tabindex]'));
  // While this view is paying, its own result is used, even if the event arrives first.
  if (check.data?.is_subscribed && !isBusy) {
    return (
      <div ref={region}>
        <Subscribed creator={creator} expiresAt={check.data.expires_at} />
      </div>
    );
  }
  const priceOf = (gateway: PaymentGateway) =>
    plan && (gateway === 'razorpay' ? rupeesOf(plan) : dollars(plan.amount));
  const press = () => {
    if (offer) start({ planId: plan?.plan_id ?? '', planName: plan?.name ?? '', creator, offer });
  };
  return (
    <div ref={region} {...kept} className="grid grid-cols-1 gap-5">
      {only ? (
        <PlanCard plan={only} rupees={rupeesOf(only)} />
      ) : (
        <PlanChoice
          label={<Trans>Choose a plan</Trans>}
          plans={plans}
          value={plan?.plan_id ?? ''}
          rupeesOf={rupeesOf}
          isDisabled={isBusy || isGuest}
          onChange={(planId) => {
            setChosen(planId);
            reset();
          }}
        />
      )}
      {!isGuest && <GatewayField {...gateways} priceOf={priceOf} isDisabled={isBusy} />}
      {isGuest && <UpgradeNeeded />}
      {isKnown && !offer && (
        <p className="text-mute">
          <Trans>This server doesn't take payments yet, so nobody can subscribe here for now.</Trans>
        </p>
      )}
      {problem && <FormErrors {...problem} />}
      <div className="grid gap-3">
        {plan && offer && <Price plan={plan} gateway={offer.gateway} rupees={rupeesOf(plan)} />}
        <Button isWide isBusy={isBusy} disabled={isGuest || !offer} onClick={press}>
          <Trans>Subscribe</Trans>
        </Button>
        <PaymentStatus step={step} />
        {offer?.is_sandbox && !isGuest && <SandboxNote />}
      </div>
      {checkout}
    </div>
  );
}
