import { PACKETS } from '@adda/contract/platform';
import type { Server } from 'socket.io';
import { TokenBucket } from '../limits/token-buckets.ts';
import { clientAddress } from './client-address.ts';
import type { ConnectionPlaces, Place } from './connection-places.ts';
import { cutOff, isEngineConnection, onPackets, stopHearing, unsentBytes } from './socket-internals.ts';
import type { EngineConnection } from './socket-internals.ts';

/** A client joins with one packet and answers pings; it has nothing more to say before it is admitted. */
const PACKETS_BEFORE_ADMISSION = 10;

/** One open connection below Socket.IO. */
export type Guarded = {
  readonly place: Place;
  readonly address: string;
  /** Whether it has asked to be admitted, which a connection does once. */
  hasAsked: boolean;
  /** Tells the client why its connection ends; undefined until it is admitted. */
  onFlood: (() => void) | undefined;
};

type Options = {
  readonly places: ConnectionPlaces;
  readonly networkOf: (address: string) => string;
  readonly trustProxy: number;
  readonly maxQueuedBytes: number;
  /** Whether rates are limited. */
  readonly isLimited: boolean;
};

/** One large batch may be on its way to a client that reads; this many times as much is for one that does not. */
const UNREAD_TIMES = 8;

/**
 * Looks at connections before Socket.IO makes anything of what they send: gives each its place, cuts off who sends bytes
 * (no event has any), who makes this server answer without reading, and who sends more packets than a client does.
 */
export function guardEngine(io: Server, options: Options): (engine: unknown) => Guarded | undefined {
  const { places, networkOf, trustProxy, maxQueuedBytes, isLimited } = options;
  const all = new WeakMap<object, Guarded>();

  function guard(engine: EngineConnection): void {
    const address = engine.request ? clientAddress(engine.request, trustProxy) : '';
    const place = places.enter(networkOf(address));
    const guarded: Guarded = { place, address, hasAsked: false, onFlood: undefined };
    const budget = isLimited ? new TokenBucket(PACKETS) : undefined;
    let early = 0;
    const end = () => {
      stopHearing(engine);
      cutOff(engine);
    };
    const hear = (isText: boolean) => {
      const isEarly = !guarded.onFlood && (early += 1) > PACKETS_BEFORE_ADMISSION;
      if (!isText || isEarly || unsentBytes(engine) > UNREAD_TIMES * maxQueuedBytes) end();
      else if (budget && budget.take() > 0) (guarded.onFlood ?? end)();
    };
    onPackets(engine, hear, place.leave);
    all.set(engine, guarded);
  }

  io.engine.on('connection', (engine: unknown) => {
    if (isEngineConnection(engine)) guard(engine);
  });
  return (engine) => (typeof engine === 'object' && engine !== null ? all.get(engine) : undefined);
}
