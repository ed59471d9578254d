import { CALM_DOWN_SECONDS, CONNECTS_OF_ADDRESS, CONNECTS_OF_PERSON } from '@adda/contract/platform';
import { appError } from '../errors.ts';
import type { TokenBuckets } from '../limits/token-buckets.ts';

/** How many connections one account and one address may hold on this node. */
export type ConnectionCaps = { readonly perAccount: number; readonly perAddress: number };

/** Connections above the cap that are let in as far as to be told why they are refused. */
const TOLD_WHY = 50;

/** The place that one open connection takes. */
export type Place = {
  /** As whom limits know the address: a network. */
  readonly network: string;
  /** Throws `too_many_connections` where the address holds more than it may. */
  readonly checkAddress: () => void;
  /** Throws `rate_limited` or `too_many_connections`; to be called once who it is has been verified. */
  readonly claim: (person: string) => void;
  /** Whose connection it is, once claimed. */
  readonly person: () => string | undefined;
  readonly leave: () => void;
};

/** Who holds how many connections on this node, over all endpoints. Nothing is counted where rates are not limited. */
export type ConnectionPlaces = {
  /** Whether one more connection from the network may be opened at all. */
  readonly mayOpen: (network: string) => boolean;
  readonly enter: (network: string) => Place;
  /** Lets nobody of this name in for a while. */
  readonly calmDown: (person: string) => void;
};

type Options = { readonly caps: ConnectionCaps; readonly buckets: TokenBuckets };

/** Counts connections where caps are given. */
export function createConnectionPlaces(options: Options | undefined): ConnectionPlaces {
  const ofNetworks = createTally();
  const ofPeople = createTally();
  const calmUntil = new Map<string, number>();

  function waitOf(person: string): number {
    const until = calmUntil.get(person);
    if (until === undefined) return 0;
    const wait = until - performance.now();
    if (wait <= 0) calmUntil.delete(person);
    return Math.max(0, wait / 1000);
  }

  function enter(network: string): Place {
    let person: string | undefined;
    let hasLeft = false;
    ofNetworks.add(network, 1);
    return {
      network,
      checkAddress: () => {
        if (options && ofNetworks.of(network) > options.caps.perAddress)
          throw appError('too_many_connections');
      },
      claim: (name) => {
        if (person !== undefined || hasLeft) return;
        if (options) {
          const { caps, buckets } = options;
          const wait = waitOf(name) || buckets.take(`${name} connects`, CONNECTS_OF_PERSON);
          if (wait > 0) throw appError('rate_limited', { retry_after: Math.ceil(wait) });
          if (ofPeople.of(name) >= caps.perAccount) throw appError('too_many_connections');
        }
        person = name;
        ofPeople.add(name, 1);
      },
      person: () => person,
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        ofNetworks.add(network, -1);
        if (person !== undefined) ofPeople.add(person, -1);
      },
    };
  }

  return {
    mayOpen: (network) => {
      if (!options) return true;
      if (ofNetworks.of(network) >= options.caps.perAddress + TOLD_WHY) return false;
      return options.buckets.take(`${network} connects`, CONNECTS_OF_ADDRESS) === 0;
    },
    enter,
    calmDown: (person) => {
      if (!options) return;
      calmUntil.set(person, performance.now() + CALM_DOWN_SECONDS * 1000);
      setTimeout(waitOf, CALM_DOWN_SECONDS * 1000 + 1, person).unref();
    },
  };
}

/** Counts by key; what comes to nothing is forgotten. */
function createTally() {
  const counts = new Map<string, number>();
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add: (key: string, change: number) => {
      const count = (counts.get(key) ?? 0) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}
