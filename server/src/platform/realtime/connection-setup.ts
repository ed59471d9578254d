import type { Socket } from 'socket.io';
import { runAsActor } from '../database/index.ts';
import { runInScene } from '../logging/security-log.ts';
import type { createAdmissions } from './admissions.ts';
import type { Guarded } from './engine-guard.ts';
import { type ErrorPayload, describeError } from './error-event.ts';
import type { IncomingEvents } from './incoming-events.ts';
import type { LocalConnection, Writer } from './joined-writer.ts';
import type { LocalConnections } from './local-connections.ts';
import { encodeEvent, framePackets } from './packet-frames.ts';
import type { createReauthorization } from './reauthorization.ts';
import type { RealtimeLogger, ServerSpec, Connection } from './realtime.types.ts';
import { closeSoon, dropUpgradeRequest, isEngineConnection } from './engine-connection.ts';

type Options<Incoming extends object, Outgoing extends object, Identity> = {
  readonly spec: ServerSpec<Incoming, Outgoing, Identity>;
  readonly logger: RealtimeLogger;
  readonly write: Writer;
  readonly connections: LocalConnections;
  readonly admissions: ReturnType<typeof createAdmissions<Identity>>;
  readonly incoming: IncomingEvents<Identity, Outgoing>;
  /** Checks open connections periodically; undefined without other nodes. */
  readonly reauthorization:
    | Pick<ReturnType<typeof createReauthorization<Incoming, Outgoing, Identity>>, 'watch' | 'forget'>
    | undefined;
  readonly guardOf: (engine: unknown) => Guarded | undefined;
  /** Called when a connection was closed because of too much traffic, with its user if known. */
  readonly onFloodEnded: (person: string | undefined) => void;
  readonly isDraining: () => boolean;
};

/** Disconnects by the server. Queued events of such a client are not processed. */
const SERVER_DISCONNECTS: ReadonlySet<string> = new Set([
  'server namespace disconnect',
  'forced server close',
]);

/** Sets up a socket that Socket.IO has just connected: rooms, late revocations, events, disconnect. */
export function createConnectionSetup<Incoming extends object, Outgoing extends object, Identity>(
  options: Options<Incoming, Outgoing, Identity>,
): (socket: Socket) => void {
  const { spec, logger, connections, admissions } = options;

  function start(local: LocalConnection, identity: Identity, guarded: Guarded): void {
    const { socket, engine } = local;
    const log = { path: spec.path, connection: socket.id };
    const sendError = (error: ErrorPayload) => {
      if (socket.connected) options.write(local, [framePackets([encodeEvent('error', error)])]);
    };
    const connection = createConnection<Identity, Outgoing>({
      local,
      identity,
      write: options.write,
      address: guarded.address,
      onDisconnectRequested: (reason) => {
        connections.writeOut();
        logger.info({ ...log, reason }, 'connection closed by the server');
      },
    });
    const person = guarded.slot.person() ?? socket.id;
    const actor = { name: `user:${person}` };
    const asActor = <T>(work: () => T): T => runInScene(guarded.scene, () => runAsActor(actor, work));
    const run = async (hook: () => Promise<void> | void) => {
      try {
        await asActor(hook);
      } catch (error) {
        sendError(asActor(() => describeError(error, logger, log)));
      }
    };

    const onFlood = (error: ErrorPayload) => {
      if (!socket.connected) return;
      sendError(error);
      connection.disconnect('too many events');
      closeSoon(engine);
      options.onFloodEnded(guarded.slot.person());
    };
    const events = options.incoming.open({ connection, person, sendError, onFlood });
    guarded.onFlood = () => asActor(events.flood);
    // A middleware that never calls `next` receives every event, known or not, and bypasses Socket.IO's own dispatch.
    socket.use(([event, raw]: [string, ...unknown[]]) => {
      if (!socket.connected || options.isDraining()) return;
      asActor(() => events.receive(event, typeof raw === 'function' ? undefined : raw));
    });
    socket.on('disconnect', (reason) => {
      connections.remove(socket.id);
      if (SERVER_DISCONNECTS.has(reason)) events.end();
      // A client that left its namespace could rejoin on the same connection without limit.
      else if (reason === 'client namespace disconnect') closeSoon(engine);
      options.reauthorization?.forget(local);
      void run(() => spec.onDisconnect?.(connection, reason));
    });
    options.reauthorization?.watch(local, connection);
    void run(() => spec.onConnect?.(connection));
  }

  return (socket) => {
    const admitted = admissions.take(socket.id);
    const local = toLocalConnection(socket);
    const guarded = options.guardOf(local?.engine);
    if (!local || !admitted || !guarded) return void socket.disconnect(true);
    connections.add(local);
    void socket.join([...admitted.admission.rooms]);
    for (const revocation of admitted.revocations) connections.revoke(local, revocation);
    if (socket.connected) start(local, admitted.admission.identity, guarded);
    else connections.remove(socket.id);
  };
}

/** Returns the writer's view of a socket; undefined when this is no engine.io connection. */
function toLocalConnection(socket: Socket): LocalConnection | undefined {
  const engine: unknown = socket.client.conn;
  return isEngineConnection(engine) ? { socket, engine, queuedBytes: 0, deliveredTo: 0 } : undefined;
}

type ConnectionOptions<Identity> = {
  readonly local: LocalConnection;
  readonly identity: Identity;
  readonly write: Writer;
  readonly address: string;
  readonly onDisconnectRequested: (reason: string | undefined) => void;
};

/**
 * Creates the interface of a connection for features. Keeps address and query without the token, and drops the
 * handshake.
 */
function createConnection<Identity, Outgoing extends object>(
  options: ConnectionOptions<Identity>,
): Connection<Identity, Outgoing> {
  const { local, identity, write } = options;
  const { socket } = local;
  const connection: Connection<Identity, Outgoing> = {
    id: socket.id,
    identity,
    address: options.address,
    query: queryWithoutToken(socket),
    data: new Map(),
    isOpen: () => socket.connected,
    deliveredTo: () => local.deliveredTo,
    emit: (event, payload) => {
      if (socket.connected) write(local, [framePackets([encodeEvent(event, payload)])]);
    },
    join: (room) => void socket.join(room),
    leave: (room) => void socket.leave(room),
    disconnect: (reason) => {
      options.onDisconnectRequested(reason);
      socket.disconnect(true);
    },
  };
  forgetHandshake(local);
  return connection;
}

function queryWithoutToken(socket: Socket): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(socket.handshake.query)) {
    if (name !== 'token' && typeof value === 'string') query[name] = value;
  }
  return query;
}

/**
 * The upgrade request and its headers, including the token, would otherwise stay in memory as long as the connection.
 */
function forgetHandshake({ socket, engine }: LocalConnection): void {
  dropUpgradeRequest(engine);
  Object.assign(socket.handshake, { headers: {}, query: {}, auth: {}, url: '' });
}
