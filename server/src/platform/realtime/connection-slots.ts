import { RECONNECT_BLOCK_SECONDS, CONNECTS_OF_ADDRESS, CONNECTS_OF_PERSON } from '@adda/contract/platform';
import { appError } from '../errors.ts';
import type { TokenBuckets } from '../limits/token-buckets.ts';

/** Maximum of connections per account and per address on this node. */
export type ConnectionCaps = { readonly perAccount: number; readonly perAddress: number };

/** Connections above the cap that are accepted only to report the refusal. */
const REPORTED_REFUSALS = 50;

/** The slot of one open connection. */
export type ConnectionSlot = {
  /** The network that limits use for the address. */
  readonly network: string;
  /** Throws `too_many_connections` when the address is above its cap. */
  checkAddress(): void;
  /**
   * Assigns the connection to a user. Throws `rate_limited` or `too_many_connections`. Call it once, after the user
   * is verified.
   */
  claim(person: string): void;
  /** The user of the connection, once claimed. */
  readonly person: string | undefined;
  leave(): void;
};

/**
 * Counts connections per user and network on this node, over all endpoints. No limits apply while rates are not
 * limited.
 */
export type ConnectionSlots = {
  /** Whether one more connection from the network may be opened. */
  readonly mayOpen: (network: string) => boolean;
  readonly enter: (network: string) => ConnectionSlot;
  /** Refuses connections of this user for a while. */
  readonly refuseForAWhile: (person: string) => void;
};

type Options = { readonly caps: ConnectionCaps; readonly buckets: TokenBuckets };

/** Creates the connection counts. Without caps nothing is refused. */
export function createConnectionSlots(options: Options | undefined): ConnectionSlots {
  const ofNetworks = createTally();
  const ofPeople = createTally();
  const refusedUntil = new Map<string, number>();

  function waitOf(person: string): number {
    const until = refusedUntil.get(person);
    if (until === undefined) return 0;
    const wait = until - performance.now();
    if (wait <= 0) refusedUntil.delete(person);
    return Math.max(0, wait / 1000);
  }

  function claim(name: string): void {
    if (options) {
      const { caps, buckets } = options;
      const wait = waitOf(name) || buckets.take(`${name} connects`, CONNECTS_OF_PERSON);
      if (wait > 0) throw appError('rate_limited', { retry_after: Math.ceil(wait) });
      if (ofPeople.of(name) >= caps.perAccount) throw appError('too_many_connections');
    }
    ofPeople.add(name, 1);
  }

  /** A class, because there is one for each open connection: functions of its own would be most of its memory. */
  class Slot implements ConnectionSlot {
    readonly network: string;
    #person: string | undefined;
    #hasLeft = false;

    constructor(network: string) {
      this.network = network;
      ofNetworks.add(network, 1);
    }

    get person(): string | undefined {
      return this.#person;
    }

    checkAddress(): void {
      if (options && ofNetworks.of(this.network) > options.caps.perAddress)
        throw appError('too_many_connections');
    }

    claim(name: string): void {
      if (this.#person !== undefined || this.#hasLeft) return;
      claim(name);
      this.#person = name;
    }

    leave(): void {
      if (this.#hasLeft) return;
      this.#hasLeft = true;
      ofNetworks.add(this.network, -1);
      if (this.#person !== undefined) ofPeople.add(this.#person, -1);
    }
  }

  return {
    mayOpen: (network) => {
      if (!options) return true;
      if (ofNetworks.of(network) >= options.caps.perAddress + REPORTED_REFUSALS) return false;
      return options.buckets.take(`${network} connects`, CONNECTS_OF_ADDRESS) === 0;
    },
    enter: (network) => new Slot(network),
    refuseForAWhile: (person) => {
      if (!options) return;
      refusedUntil.set(person, performance.now() + RECONNECT_BLOCK_SECONDS * 1000);
      setTimeout(waitOf, RECONNECT_BLOCK_SECONDS * 1000 + 1, person).unref();
    },
  };
}

/** Counts by key. Keys that reach zero are removed. */
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
