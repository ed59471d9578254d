import type { Socket } from 'socket.io';
import type { createAdmissions } from './admissions.ts';
import { createConnection, toLocalConnection } from './connection.ts';
import type { ErrorPayload } from './error-event.ts';
import { describeError } from './error-event.ts';
import type { IncomingEvents } from './incoming-events.ts';
import type { Writer } from './joined-writer.ts';
import type { LocalConnection, LocalConnections } from './local-connections.ts';
import { encodeEvent, framePackets } from './packet-frames.ts';
import type { createReadmission } from './readmission.ts';
import type { RealtimeLogger, ServerSpec } from './realtime.types.ts';

type Options<Incoming extends object, Outgoing extends object, Identity> = {
  readonly spec: ServerSpec<Incoming, Outgoing, Identity>;
  readonly logger: RealtimeLogger;
  readonly write: Writer;
  readonly connections: LocalConnections;
  readonly admissions: ReturnType<typeof createAdmissions<Identity>>;
  readonly incoming: IncomingEvents<Identity, Outgoing>;
  /** Looks after connections that are open; undefined where there are no other nodes. */
  readonly readmission:
    | Pick<ReturnType<typeof createReadmission<Incoming, Outgoing, Identity>>, 'watch' | 'forget'>
    | undefined;
  readonly isDraining: () => boolean;
};

/** Takes over a socket that Socket.IO has just connected: rooms, late revocations, events, farewell. */
export function createWelcome<Incoming extends object, Outgoing extends object, Identity>(
  options: Options<Incoming, Outgoing, Identity>,
): (socket: Socket) => void {
  const { spec, logger, connections, admissions } = options;

  function start(local: LocalConnection, identity: Identity): void {
    const { socket } = local;
    const log = { path: spec.path, connection: socket.id };
    const sendError = (error: ErrorPayload) => {
      if (socket.connected) options.write(local, [framePackets([encodeEvent('error', error)])]);
    };
    const connection = createConnection<Identity, Outgoing>({
      local,
      identity,
      write: options.write,
      onDisconnectAsked: (reason) => {
        connections.writeOut();
        logger.info({ ...log, reason }, 'connection closed by the server');
      },
    });
    const run = async (hook: () => Promise<void> | void) => {
      try {
        await hook();
      } catch (error) {
        sendError(describeError(error, logger, log));
      }
    };

    // A middleware that never goes on takes every event, known or not, and spares Socket.IO's own dispatch.
    socket.use(([event, raw]: [string, ...unknown[]]) => {
      if (!socket.connected || options.isDraining()) return;
      const payload = typeof raw === 'function' ? undefined : raw;
      void options.incoming.receive(connection, event, payload).then((error) => error && sendError(error));
    });
    socket.on('disconnect', (reason) => {
      connections.remove(socket.id);
      options.readmission?.forget(local);
      void run(() => spec.onDisconnect?.(connection, reason));
    });
    options.readmission?.watch(local, connection);
    void run(() => spec.onConnect?.(connection));
  }

  return (socket) => {
    const admitted = admissions.take(socket.id);
    const local = toLocalConnection(socket);
    if (!local) logger.error({ path: spec.path }, 'engine.io has changed: see socket-internals.ts');
    if (!local || !admitted) return void socket.disconnect(true);
    connections.add(local);
    void socket.join([...admitted.admission.rooms]);
    for (const revocation of admitted.revocations) connections.revoke(local, revocation);
    if (socket.connected) start(local, admitted.admission.identity);
    else connections.remove(socket.id);
  };
}
