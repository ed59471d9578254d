import type { GatewayOffer } from '@adda/contract/payments';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { GatewayChoice } from './use-gateway.ts';

/** Returns a provider's display name. */
const gatewayName = (gateway: GatewayOffer['gateway']): string =>
  ({ razorpay: 'Razorpay', paypal: 'PayPal' })[gateway];

export type GatewayFieldProps = Omit<GatewayChoice, 'isKnown'> & {
  isDisabled?: boolean;
};

/** The choice of a gateway, if there are several. */
export function GatewayField({ offers, offer, choose, isDisabled }: GatewayFieldProps) {
  const id = useId();
  if (offers.length < 2) return null;
  return (
    <fieldset disabled={isDisabled} className="grid gap-2">
      <legend className="pb-1.5 text-sm font-semibold">
        <Trans>Pay with</Trans>
      </legend>
      <div className="grid gap-2 min-[26rem]:grid-cols-2">
        {offers.map(({ gateway }) => (
          <label
            key={gateway}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-chip border border-edge px-3 py-2 has-checked:border-rani has-checked:bg-rani-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-teal"
          >
            <input
              type="radio"
              name={`${id}-gateway`}
              value={gateway}
              checked={gateway === offer?.gateway}
              onChange={() => choose(gateway)}
              className="size-5 shrink-0 accent-rani"
            />
            <span className="font-semibold">{gatewayName(gateway)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * Says in words that a payment is in another currency than the one the user reads; the sum follows at the last step (HM-16,
 *
 */
export function ChargeNote({ charged, shown }: { charged: string; shown: string | undefined }) {
  if (shown === undefined || charged === shown) return null;
  return (
    <p className="text-sm text-mute">
      {charged === 'INR' ? (
        <Trans>The payment is made in Indian rupees. You see the exact sum before you pay.</Trans>
      ) : (
        <Trans>The payment is made in US dollars. You see the exact sum before you pay.</Trans>
      )}
    </p>
  );
}
