import type { Socket } from 'socket.io';
import type { createAdmissions } from './admissions.ts';
import { dropUpgradeRequest, isEngineConnection } from './engine-connection.ts';
import type { Guarded } from './engine-guard.ts';
import type { LocalConnection } from './joined-writer.ts';
import { OpenConnection, type ConnectionParts } from './open-connection.ts';

type Options<Incoming extends object, Outgoing extends object, Identity> = ConnectionParts<
  Incoming,
  Outgoing,
  Identity
> & {
  readonly admissions: ReturnType<typeof createAdmissions<Identity>>;
  readonly guardOf: (engine: unknown) => Guarded | undefined;
};

/** Sets up a socket that Socket.IO has just connected: rooms, late revocations, events, disconnect. */
export function createConnectionSetup<Incoming extends object, Outgoing extends object, Identity>(
  options: Options<Incoming, Outgoing, Identity>,
): (socket: Socket) => void {
  const { connections, admissions } = options;

  return (socket) => {
    const admitted = admissions.take(socket.id);
    const local = toLocalConnection(socket);
    const guarded = options.guardOf(local?.engine);
    if (!local || !admitted || !guarded) return void socket.disconnect(true);
    connections.add(local);
    void socket.join([...admitted.admission.rooms]);
    for (const revocation of admitted.revocations) connections.revoke(local, revocation);
    if (!socket.connected) return void connections.remove(socket.id);
    forgetHandshake(local);
    new OpenConnection(options, local, admitted.admission.identity, guarded).start();
  };
}

/** Returns the writer's view of a socket; undefined when this is no engine.io connection. */
function toLocalConnection(socket: Socket): LocalConnection | undefined {
  const engine: unknown = socket.client.conn;
  return isEngineConnection(engine) ? { socket, engine, queuedBytes: 0, deliveredTo: 0 } : undefined;
}

/** In place of the handshake of an admitted client. */
const FORGOTTEN = Object.freeze({ headers: {}, query: {}, auth: {}, url: '' });

/**
 * The upgrade request and its headers, including the token, would otherwise stay in memory as long as the connection.
 */
function forgetHandshake({ socket, engine }: LocalConnection): void {
  dropUpgradeRequest(engine);
  Object.assign(socket, { handshake: FORGOTTEN });
}
