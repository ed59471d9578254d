import type { Redis } from 'ioredis';
import type { Server as HttpServer } from 'node:http';
import { createTokenBuckets } from '../limits/token-buckets.ts';
import { createConnectionPlaces, type ConnectionCaps } from './connection-places.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import type { RealtimeLogger, RealtimeMetrics, RealtimeServer, ServerSpec } from './realtime.types.ts';

/** Bytes that may wait for a slow reader. */
const MAX_QUEUED_BYTES = 1024 * 1024;

export type RealtimeOptions = {
  readonly httpServer: HttpServer;
  readonly logger: RealtimeLogger;
  /** Origins that browsers may connect from, such as `https://adda.example`. */
  readonly publicOrigins: readonly string[];
  /** Joins this node to the others. Stays open on close; its owner closes it. */
  readonly redis?: Redis | undefined;
  /** 1 MB unless told. */
  readonly maxQueuedBytes?: number | undefined;
  /** Time between two pings to a client, in milliseconds; 25,000 unless told. */
  readonly pingIntervalMs?: number | undefined;
  /** Reverse proxies whose X-Forwarded-For is believed; none unless told. */
  readonly trustProxy?: number | undefined;
  /** What counts as one address for a limit; every address by itself unless told. */
  readonly networkOf?: ((address: string) => string) | undefined;
  /** How many connections one account and one address may hold; without it neither they nor rates are limited. */
  readonly caps?: ConnectionCaps | undefined;
};

/** All socket endpoints of one node. */
export type Realtime = {
  /** Opens one endpoint; every node of a cluster opens the same ones. */
  readonly createServer: <Incoming extends object, Outgoing extends object, Identity>(
    spec: ServerSpec<Incoming, Outgoing, Identity>,
  ) => RealtimeServer<Outgoing>;
  /** Resolves when this node hears the others; at once without Redis. Nothing needs to wait for it but tests. */
  readonly ready: () => Promise<void>;
  /**
   * Refuses new clients, lets handlers finish, and sends every client to another node. The HTTP server stays open, and
   * what is published still reaches the other nodes until `leave`: that people have gone, above all.
   */
  readonly close: (options: { readonly reason: string }) => Promise<void>;
  /** Takes leave of the other nodes. After it nothing more that is published reaches them. */
  readonly leave: () => Promise<void>;
  readonly metrics: () => RealtimeMetrics;
};

/** Prepares the socket endpoints of this node on its HTTP server. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const counters: RealtimeMetrics = {
    connections: 0,
    joinedWrites: 0,
    queuedWrites: 0,
    slowReadersCutOff: 0,
    clusterFailures: 0,
    clusterGaps: 0,
    isClusterHeard: true,
    reauthorizations: 0,
    reauthorizationsRefused: 0,
    floodsEnded: 0,
    refusals: new Map(),
  };
  const buckets = options.caps && createTokenBuckets();
  const node = {
    ...options,
    redis: options.redis,
    pingIntervalMs: options.pingIntervalMs,
    maxQueuedBytes: options.maxQueuedBytes ?? MAX_QUEUED_BYTES,
    metrics: counters,
    trustProxy: options.trustProxy ?? 0,
    networkOf: options.networkOf ?? ((address: string) => address),
    buckets,
    places: createConnectionPlaces(options.caps && buckets && { caps: options.caps, buckets }),
  };
  const opened: Omit<Endpoint<object>, 'server'>[] = [];
  return {
    createServer: (spec) => {
      const endpoint = createEndpoint(spec, node);
      opened.push(endpoint);
      return endpoint.server;
    },
    ready: async () => void (await Promise.all(opened.map((endpoint) => endpoint.ready))),
    close: async ({ reason }) => {
      await Promise.all(opened.map((endpoint) => endpoint.close(reason)));
      buckets?.close();
    },
    leave: async () => void (await Promise.all(opened.map((endpoint) => endpoint.leave()))),
    metrics: () => ({
      ...counters,
      connections: opened.reduce((sum, endpoint) => sum + endpoint.connectionCount(), 0),
      isClusterHeard: opened.every((endpoint) => endpoint.isClusterHeard()),
    }),
  };
}
