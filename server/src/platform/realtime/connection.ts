import type { Socket } from 'socket.io';
import type { LocalConnection, Writer } from './joined-writer.ts';
import { encodeEvent, framePackets } from './packet-frames.ts';
import type { Connection } from './realtime.types.ts';
import { dropUpgradeRequest, isEngineConnection } from './engine-connection.ts';

/** Returns the writer's view of a socket; undefined when this is no engine.io connection. */
export function toLocalConnection(socket: Socket): LocalConnection | undefined {
  const engine: unknown = socket.client.conn;
  return isEngineConnection(engine) ? { socket, engine, queuedBytes: 0, deliveredTo: 0 } : undefined;
}

type Options<Identity> = {
  readonly local: LocalConnection;
  readonly identity: Identity;
  readonly write: Writer;
  readonly address: string;
  readonly onDisconnectAsked: (reason: string | undefined) => void;
};

/**
 * Creates the interface of a connection for features. Keeps address and query without the token, and drops the
 * handshake.
 */
export function createConnection<Identity, Outgoing extends object>(
  options: Options<Identity>,
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
      options.onDisconnectAsked(reason);
      socket.disconnect(true);
    },
  };
  forgetHandshake(local);
  return connection;
}

function queryWithoutToken(socket: Socket): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(socket.handshake.query)) {
    if (name !== 'token' && typeof value === 'string') kept[name] = value;
  }
  return kept;
}

/**
 * The upgrade request and its headers, including the token, would otherwise stay in memory as long as the connection.
 */
function forgetHandshake({ socket, engine }: LocalConnection): void {
  dropUpgradeRequest(engine);
  Object.assign(socket.handshake, { headers: {}, query: {}, auth: {}, url: '' });
}
