import type { Cluster, Redis } from 'ioredis';
import type { IncomingHttpHeaders, Server as HttpServer } from 'node:http';
import { createTokenBuckets } from '../limits/token-buckets.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import { createArrivals, type ArrivalLimits } from './arrivals.ts';
import { createConnectionSlots, type ConnectionCaps } from './connection-slots.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import { refuseOtherUpgrades } from './socket-server.ts';
import type { RealtimeLogger, RealtimeMetrics, RealtimeServer, ServerSpec } from './realtime.types.ts';

/** Pending bytes of a slow reader. */
const MAX_QUEUED_BYTES = 1024 * 1024;

export type RealtimeOptions = {
  readonly httpServer: HttpServer;
  readonly logger: RealtimeLogger;
  /** Origins that browsers may connect from, such as `https://adda.example`. */
  readonly publicOrigins: readonly string[];
  /** Returns the token of a session cookie; default: cookies are ignored. Throws `foreign_origin` if another site sent it (ID-07). */
  readonly tokenOfCookie?: ((headers: IncomingHttpHeaders) => string | undefined) | undefined;
  /** Connects this node to others. The caller closes it, after `close`. */
  readonly redis?: Redis | Cluster | undefined;
  /** Whether packets may be written past engine.io (`engine-connection.ts`); default true. False in tests of the fallback. */
  readonly joinsWrites?: boolean | undefined;
  /** Where refused handshakes and events are noted; without it none are (ID-08). */
  readonly securityLog?: SecurityLog | undefined;
  /** Default 1 MB. */
  readonly maxQueuedBytes?: number | undefined;
  /** Milliseconds between two pings to a client; default 25,000. */
  readonly pingIntervalMs?: number | undefined;
  /** Number of reverse proxies whose X-Forwarded-For is trusted; default 0. */
  readonly trustProxy?: number | undefined;
  /** Returns the key that counts as one address for a limit; default: the address itself. */
  readonly networkOf?: ((address: string) => string) | undefined;
  /** Caps of connections per account and per address. Without them neither connections nor rates are limited. */
  readonly caps?: ConnectionCaps | undefined;
  /** Limits of clients that connect at the same time; only tests change them. */
  readonly arrivals?: ArrivalLimits | undefined;
};

/** All socket endpoints of one node. */
export type Realtime = {
  /** Opens one endpoint. Every node of a cluster opens the same ones. */
  readonly createServer: <Incoming extends object, Outgoing extends object, Identity>(
    spec: ServerSpec<Incoming, Outgoing, Identity>,
  ) => RealtimeServer<Outgoing>;
  /**
   * Resolves when this node receives messages of other nodes; immediately without Redis. Only tests need to wait for
   * it.
   */
  readonly ready: () => Promise<void>;
  /**
   * Refuses new clients, waits for handlers, and disconnects every client so that it reconnects to another node. The
   * HTTP server stays open, and publications still reach other nodes until `leave`, in particular that users went
   * offline.
   */
  readonly close: (options: { readonly reason: string }) => Promise<void>;
  /** Disconnects from other nodes. Later publications don't reach them. */
  readonly leave: () => Promise<void>;
  readonly metrics: () => RealtimeMetrics;
};

/** Creates the socket endpoints of this node on its HTTP server. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const counters: RealtimeMetrics = {
    connections: 0,
    admissionsWaiting: 0,
    admissionsPostponed: 0,
    joinedWrites: 0,
    queuedWrites: 0,
    slowReadersCutOff: 0,
    clusterFailures: 0,
    clusterGaps: 0,
    isClusterConnected: true,
    reauthorizations: 0,
    reauthorizationsRefused: 0,
    floodsEnded: 0,
    refusals: new Map(),
  };
  const buckets = options.caps && createTokenBuckets();
  const arrivals = createArrivals(options.arrivals);
  const node = {
    ...options,
    redis: options.redis,
    tokenOfCookie: options.tokenOfCookie ?? (() => undefined),
    pingIntervalMs: options.pingIntervalMs,
    securityLog: options.securityLog,
    joinsWrites: options.joinsWrites ?? true,
    maxQueuedBytes: options.maxQueuedBytes ?? MAX_QUEUED_BYTES,
    metrics: counters,
    trustProxy: options.trustProxy ?? 0,
    networkOf: options.networkOf ?? ((address: string) => address),
    buckets,
    arrivals,
    slots: createConnectionSlots(options.caps && buckets && { caps: options.caps, buckets }),
  };
  const opened: Omit<Endpoint<object>, 'server'>[] = [];
  const paths: string[] = [];
  refuseOtherUpgrades(options.httpServer, () => paths);
  return {
    createServer: (spec) => {
      const endpoint = createEndpoint(spec, node);
      opened.push(endpoint);
      paths.push(spec.path);
      return endpoint.server;
    },
    ready: async () => void (await Promise.all(opened.map((endpoint) => endpoint.ready))),
    close: async ({ reason }) => {
      const closed = opened.map((endpoint) => endpoint.close(reason));
      arrivals.close();
      await Promise.all(closed);
      buckets?.close();
    },
    leave: async () => void (await Promise.all(opened.map((endpoint) => endpoint.leave()))),
    metrics: () => ({
      ...counters,
      admissionsWaiting: arrivals.counts().waiting,
      admissionsPostponed: arrivals.counts().postponed,
      connections: opened.reduce((sum, endpoint) => sum + endpoint.connectionCount(), 0),
      isClusterConnected: opened.every((endpoint) => endpoint.isClusterConnected()),
    }),
  };
}
