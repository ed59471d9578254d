import type { Cluster, Redis } from 'ioredis';
import type { IncomingHttpHeaders, IncomingMessage, Server as HttpServer } from 'node:http';
import type { Adapter } from 'socket.io-adapter';
import { createAdmissions } from './admissions.ts';
import type { Arrivals } from './arrivals.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import type { TokenBuckets } from '../limits/token-buckets.ts';
import { clientAddress, guardEngine } from './engine-guard.ts';
import type { ConnectionSlots } from './connection-slots.ts';
import { createCatchUp } from './catch-up.ts';
import { createClusterChannels, type ClusterChannels } from './cluster-channels.ts';
import { closeConnections } from './draining.ts';
import { createIncomingEvents } from './incoming-events.ts';
import { createWriter } from './joined-writer.ts';
import { createLocalConnections } from './local-connections.ts';
import { createPublishing } from './publishing.ts';
import { createReauthorization } from './reauthorization.ts';
import type { RealtimeLogger, RealtimeMetrics, RealtimeServer, ServerSpec } from './realtime.types.ts';
import type { RoomCommand } from './room-commands.ts';
import { openSocketServer } from './socket-server.ts';
import { createConnectionSetup } from './connection-setup.ts';

/** Options shared by all endpoints of one node. */
export type NodeOptions = {
  readonly httpServer: HttpServer;
  readonly logger: RealtimeLogger;
  readonly publicOrigins: readonly string[];
  /** Returns the token of the session cookie. Throws `foreign_origin` if a page of another site sent the headers. */
  readonly tokenOfCookie: (headers: IncomingHttpHeaders) => string | undefined;
  readonly redis: Redis | Cluster | undefined;
  readonly securityLog: SecurityLog | undefined;
  readonly maxQueuedBytes: number;
  readonly pingIntervalMs: number | undefined;
  /** Whether packets may be written past engine.io, see `engine-connection.ts`. */
  readonly joinsWrites: boolean;
  readonly metrics: RealtimeMetrics;
  readonly slots: ConnectionSlots;
  readonly arrivals: Arrivals;
  /** Returns the network that limits use for an address. */
  readonly networkOf: (address: string) => string;
  /** Number of trusted reverse proxies in front of the server. */
  readonly trustProxy: number;
  /** Undefined when rates are not limited. */
  readonly buckets: TokenBuckets | undefined;
};

/** One Socket.IO path: its interface for features, and the functions that the node needs. */
export type Endpoint<Outgoing extends object> = {
  readonly server: RealtimeServer<Outgoing>;
  readonly connectionCount: () => number;
  readonly ready: Promise<void>;
  /** Whether this node currently receives messages of other nodes. */
  readonly isClusterConnected: () => boolean;
  /** Closes all client connections for a shutdown. */
  readonly close: (reason: string) => Promise<void>;
  /** Closes the connection to the other nodes; call it after `close`. */
  readonly leave: () => Promise<void>;
};

/** Returns what is done with a handshake before its connection opens. */
function handshakeChecks({ slots, networkOf, trustProxy, securityLog: log }: NodeOptions, path: string) {
  const networkOfRequest = (request: IncomingMessage) => networkOf(clientAddress(request, trustProxy));
  return {
    mayOpen: (request: IncomingMessage) => slots.mayOpen(networkOfRequest(request)),
    onForeignOrigin: (request: IncomingMessage) =>
      log?.note('foreign_origin', { log, network: networkOfRequest(request), route: path }),
  };
}

/** Tells the cluster which rooms have connections on this node. Socket.IO's own room of each socket has no colon. */
function followRooms(
  adapter: Adapter,
  cluster: Pick<ClusterChannels, 'roomOpened' | 'roomClosed'> | undefined,
): void {
  if (!cluster) return;
  const isOurs = (room: string) => room.includes(':');
  adapter.on('create-room', (room: string) => isOurs(room) && cluster.roomOpened(room));
  adapter.on('delete-room', (room: string) => isOurs(room) && cluster.roomClosed(room));
}

/** Opens one Socket.IO path on the node's HTTP server. */
export function createEndpoint<Incoming extends object, Outgoing extends object, Identity>(
  spec: ServerSpec<Incoming, Outgoing, Identity>,
  node: NodeOptions,
): Endpoint<Outgoing> {
  const { logger, metrics, redis } = node;
  const { path } = spec;
  let isDraining = false;

  const writer = createWriter(node.maxQueuedBytes, metrics);
  const connections = createLocalConnections(writer, () => io.of('/').adapter.rooms, spec.onDelivered);
  const { write } = connections;
  const admissions = createAdmissions({
    admit: spec.admit,
    hear: async (rooms) => cluster?.hear(rooms),
    arrivals: node.arrivals,
    path,
    logger,
    guardOf: (engine) => guardOf(engine),
    tokenOfCookie: node.tokenOfCookie,
  });
  const { refusals } = metrics;
  const incoming = createIncomingEvents(spec, { logger, refusals, buckets: node.buckets });
  const apply = (command: RoomCommand) => {
    // A user whose admission is running must not miss a kick or a ban.
    if (command.kind !== 'flush') admissions.noteRevocation(command);
    connections.apply(command);
  };
  const onFailure = () => void (metrics.clusterFailures += 1);
  const catchUp = createCatchUp(connections, write);
  const onGap = () => {
    metrics.clusterGaps += 1;
    logger.warn({ path }, 'something that other nodes sent was missed; clients catch up');
    catchUp.gap();
    reauthorization?.gap();
  };
  const cluster = redis && createClusterChannels({ redis, path, logger, onCommand: apply, onFailure, onGap });
  const { isPartitioned } = cluster ?? {};
  const reauthorization =
    isPartitioned && createReauthorization({ ...node, spec, connections, admissions, write, isPartitioned });
  // Clients that connected before this node heard others may have missed something.
  void cluster?.ready.then(() => connections.count() > 0 && onGap());
  const io = openSocketServer({
    ...node,
    path,
    isDraining: () => isDraining,
    ...handshakeChecks(node, path),
  });
  followRooms(io.of('/').adapter, cluster);
  const guardOf = guardEngine(io, { ...node, path, isLimited: node.buckets !== undefined });

  io.use((socket, next) => void admissions.admit(socket, next));
  io.on(
    'connection',
    createConnectionSetup({
      spec,
      logger,
      write,
      connections,
      admissions,
      incoming,
      reauthorization,
      guardOf,
      onFloodEnded: (person) => {
        metrics.floodsEnded += 1;
        if (person !== undefined) node.slots.refuseForAWhile(person);
      },
      isDraining: () => isDraining,
    }),
  );

  return {
    server: createPublishing({ connections, cluster, revoke: apply }),
    connectionCount: connections.count,
    ready: cluster?.ready ?? Promise.resolve(),
    isClusterConnected: cluster?.isReceiving ?? (() => true),
    close: async (reason) => {
      isDraining = true;
      catchUp.close();
      reauthorization?.close();
      await closeConnections({ io, connections, write, reason, handlersIdle: incoming.idle });
    },
    leave: async () => cluster?.close(),
  };
}
