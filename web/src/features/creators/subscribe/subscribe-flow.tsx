import { displayedName, isGuestName } from '@adda/contract/accounts';
import type { Plan } from '@adda/contract/creators';
import { SUBSCRIPTION_CURRENCY, type PaymentGateway } from '@adda/contract/payments';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { invalidatePeople } from '../../../platform/people-queries.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { fullDay } from '../../../ui/time-format.ts';
import { toast } from '../../../ui/toast-store.ts';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { UpgradeNeeded, useMoney } from '../../accounts/index.ts';
import {
  ChargeNote,
  GatewayField,
  PaymentStatus,
  SandboxNote,
  useGateway,
  usePayment,
  type Payment,
} from '../../payments/index.ts';
import { creatorKeys } from '../creators.queries.ts';
import { PlanCard } from '../plans/plan-card.tsx';
import { PlanChoice } from '../plans/plan-choice.tsx';
import { planPrice } from '../plans/plan-labels.ts';
import { subscribeTo, type SubscribeRequest } from './subscribe-call.ts';
import { subscriptionTo } from './subscription.queries.ts';

export type SubscribeFlowProps = {
  creator: string;
  /** The selectable plans; a single one is preselected. */
  plans: readonly Plan[];
  onSubscribed?: () => void;
};

/** The price of a plan, and in words if the provider charges in another currency (X-09, HM-16). */
function Price({ plan, gateway }: { plan: Plan; gateway: PaymentGateway }) {
  const money = useMoney();
  return (
    <div className="grid gap-1">
      <p className="font-bold tabular-nums">{planPrice(plan, money)}</p>
      <ChargeNote charged={SUBSCRIPTION_CURRENCY[gateway]} shown={money.currency} />
    </div>
  );
}

type SubscribedProps = { creator: string; expiresAt: string | null };

/** Shows that there is a subscription, and its expiry. */
function Subscribed({ creator, expiresAt }: SubscribedProps) {
  const name = displayedName(creator);
  const day = expiresAt === null ? '' : fullDay(expiresAt);
  return (
    <div
      role="status"
      tabIndex={-1}
      className="outline-none flex items-start gap-3 rounded-card bg-marigold-wash p-4"
    >
      <BadgeCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-teal" />
      <div className="min-w-0">
        <p className="font-semibold">
          <Trans>You're subscribed.</Trans>
        </p>
        <p className="text-sm break-words text-mute">
          {day ? (
            <Trans>
              Everything that {name} has locked is open for you until {day}.
            </Trans>
          ) : (
            <Trans>Everything that {name} has locked is open for you.</Trans>
          )}
        </p>
      </div>
    </div>
  );
}

/**
 * Subscribes and shows the result, also after its view was unmounted. Then reloads everything that depends on it: media,
 * plans, checks (SU-06, SU-07).
 */
function useSubscribe(onSubscribed?: () => void): Payment<SubscribeRequest, void> {
  const client = useQueryClient();
  return usePayment({
    pay: subscribeTo,
    onPaid: (_nothing, isHere) => {
      toast.success(t`Subscribed successfully`);
      void client.invalidateQueries({ queryKey: creatorKeys.all });
      void invalidatePeople(client);
      if (isHere) onSubscribed?.();
    },
    otherwise: () => t`Failed to subscribe`,
  });
}

/** Plans, payment providers and the payment (SU-04); for guests and existing subscribers, why there is none (SU-18). */
export function SubscribeFlow({ creator, plans, onSubscribed }: SubscribeFlowProps) {
  const account = useSession()?.username ?? '';
  const isGuest = isGuestName(account);
  const only = plans.length === 1 ? plans[0] : undefined;
  const [chosen, setChosen] = useState('');
  const plan = only ?? plans.find(({ plan_id: id }) => id === chosen);
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
  const press = () => {
    if (offer) start({ planId: plan?.plan_id ?? '', planName: plan?.name ?? '', creator, offer });
  };
  return (
    <div ref={region} {...kept} className="grid grid-cols-1 gap-5">
      {only ? (
        <PlanCard plan={only} />
      ) : (
        <PlanChoice
          label={<Trans>Choose a plan</Trans>}
          plans={plans}
          value={plan?.plan_id ?? ''}
          isDisabled={isBusy || isGuest}
          onChange={(planId) => {
            setChosen(planId);
            reset();
          }}
        />
      )}
      {!isGuest && <GatewayField {...gateways} isDisabled={isBusy} />}
      {isGuest && <UpgradeNeeded />}
      {isKnown && !offer && (
        <p className="text-mute">
          <Trans>This server doesn't take payments yet, so nobody can subscribe here for now.</Trans>
        </p>
      )}
      {problem && <FormErrors {...problem} />}
      <div className="grid gap-3">
        {plan && offer && <Price plan={plan} gateway={offer.gateway} />}
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
