import { PACKETS } from '@adda/contract/platform';
import type { Server } from 'socket.io';
import { TokenBucket } from '../limits/token-buckets.ts';
import { clientAddress } from './client-address.ts';
import type { ConnectionPlaces, Place } from './connection-places.ts';
import { cutOff, isEngineConnection, onPackets, stopHearing, unsentBytes } from './socket-internals.ts';
import type { EngineConnection } from './socket-internals.ts';

/** A client joins with one packet and responds to pings. Nothing more is expected before admission. */
const PACKETS_BEFORE_ADMISSION = 10;

/** One open connection below Socket.IO. */
export type Guarded = {
  readonly place: Place;
  readonly address: string;
  /** Whether it has requested admission, which is allowed once per connection. */
  hasAsked: boolean;
  /** Closes the connection with an error event; undefined until it is admitted. */
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

/** A reading client may have one large batch in flight; this multiple of it means that the client does not read. */
const UNREAD_TIMES = 8;

/**
 * Monitors connections below Socket.IO: assigns each its slot, and disconnects clients that send binary packets (no
 * event has any), that cause responses without reading them, or that send more packets than a regular client.
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
