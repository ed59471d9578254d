import type { GatewayOffer } from '@adda/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientConfig } from '../../platform/client-config.ts';

/** Storage key of the last used gateway. */
const KEY = 'paymentGateway';

const noOffers: readonly GatewayOffer[] = [];

/** The gateways of this server, and the chosen one: the last used, or else the first. */
export type GatewayChoice = {
  readonly offers: readonly GatewayOffer[];
  /** Undefined if payments are unavailable, and until the offers are known. */
  readonly offer: GatewayOffer | undefined;
  readonly isKnown: boolean;
  readonly choose: (gateway: string) => void;
};

/** Returns the choice of a gateway; it is remembered in this browser. */
export function useGateway(): GatewayChoice {
  const { data, isPending } = useQuery(clientConfig());
  const [preferred, setPreferred] = useState(() => localStorage.getItem(KEY));
  const offers = data?.payments ?? noOffers;
  return {
    offers,
    offer: offers.find(({ gateway }) => gateway === preferred) ?? offers[0],
    isKnown: !isPending,
    choose: (gateway) => {
      localStorage.setItem(KEY, gateway);
      setPreferred(gateway);
    },
  };
}
