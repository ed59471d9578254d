import type { IncomingMessage } from 'node:http';
import { PACKETS } from '@adda/contract/platform';
import type { Server } from 'socket.io';
import type { SecurityLog, SecurityScene } from '../logging/security-log.ts';
import { TokenBucket } from '../limits/token-buckets.ts';
import type { ConnectionSlots, ConnectionSlot } from './connection-slots.ts';
import {
  cutOff,
  isEngineConnection,
  onPackets,
  recognizeEngine,
  stopReceiving,
  unsentBytes,
  type EngineConnection,
} from './engine-connection.ts';
import type { RealtimeLogger } from './realtime.types.ts';

/** A client joins with one packet and responds to pings. Nothing more is expected before admission. */
const PACKETS_BEFORE_ADMISSION = 10;

/** One open connection below Socket.IO. */
export type Guarded = {
  readonly slot: ConnectionSlot;
  readonly address: string;
  /** The scene of what it does, in the security log (ID-08). */
  readonly scene: SecurityScene | undefined;
  /** Whether it has requested admission, which is allowed once per connection. */
  hasRequestedAdmission: boolean;
  /** Closes the connection with an error event; undefined until it is admitted. */
  onFlood: (() => void) | undefined;
};

type Options = {
  readonly slots: ConnectionSlots;
  readonly networkOf: (address: string) => string;
  readonly trustProxy: number;
  readonly maxQueuedBytes: number;
  /** Whether rates are limited. */
  readonly isLimited: boolean;
  /** Whether packets may be written past engine.io, see `engine-connection.ts`. */
  readonly joinsWrites: boolean;
  readonly logger: RealtimeLogger;
  readonly path: string;
  readonly securityLog: SecurityLog | undefined;
};

/** A reading client may have one large batch in flight; this multiple of it means that the client does not read. */
const UNREAD_FACTOR = 8;

/**
 * Monitors connections below Socket.IO: assigns each its slot, and disconnects clients that send binary packets (no
 * event has any), that cause responses without reading them, or that send more packets than a regular client.
 */
export function guardEngine(io: Server, options: Options): (engine: unknown) => Guarded | undefined {
  const { slots, networkOf, trustProxy, maxQueuedBytes, isLimited, joinsWrites, logger } = options;
  const { path, securityLog: log } = options;
  let isReported = false;
  const all = new WeakMap<object, Guarded>();

  function guard(engine: EngineConnection): void {
    const address = engine.request ? clientAddress(engine.request, trustProxy) : '';
    const slot = slots.enter(networkOf(address));
    const guarded: Guarded = {
      slot,
      address,
      scene: log && { log, network: slot.network, route: path },
      hasRequestedAdmission: false,
      onFlood: undefined,
    };
    const budget = isLimited ? new TokenBucket(PACKETS) : undefined;
    let packetsBeforeAdmission = 0;
    const end = () => {
      stopReceiving(engine);
      cutOff(engine);
    };
    const onPacket = (isText: boolean) => {
      const isTooEarly = !guarded.onFlood && (packetsBeforeAdmission += 1) > PACKETS_BEFORE_ADMISSION;
      if (!isText || isTooEarly || unsentBytes(engine) > UNREAD_FACTOR * maxQueuedBytes) end();
      else if (budget && budget.take() > 0) (guarded.onFlood ?? end)();
    };
    onPackets(engine, onPacket, () => slot.leave());
    all.set(engine, guarded);
  }

  io.engine.on('connection', (engine: unknown) => {
    if (!isEngineConnection(engine)) return;
    if (joinsWrites && !recognizeEngine(engine) && !isReported) {
      isReported = true;
      logger.error({}, 'engine.io has changed: packets are written one by one, see engine-connection.ts');
    }
    guard(engine);
  });
  return (engine) => (typeof engine === 'object' && engine !== null ? all.get(engine) : undefined);
}

/**
 * Returns the address of a client behind `trustProxy` reverse proxies, like `request.ip` of the HTTP side. Each proxy
 * appends its peer to X-Forwarded-For, so only the last entries are trusted.
 */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustProxy: number,
): string {
  const direct = request.socket.remoteAddress ?? '';
  if (trustProxy === 0) return direct;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  const hops = [direct, ...forwarded.toReversed()];
  return hops[Math.min(trustProxy, hops.length - 1)] ?? direct;
}
