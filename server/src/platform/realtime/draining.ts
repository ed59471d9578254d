import { setTimeout as delay } from 'node:timers/promises';
import type { Server } from 'socket.io';
import type { Writer } from './joined-writer.ts';
import type { LocalConnections } from './local-connections.ts';
import { encodeEvent, framePackets } from './packet-frames.ts';
import { cutOff, whenClosed } from './engine-connection.ts';

const HANDLER_TIMEOUT_MS = 5000;
const CLOSE_TIMEOUT_MS = 1000;

type Options = {
  readonly io: Server;
  readonly connections: LocalConnections;
  readonly write: Writer;
  readonly reason: string;
  readonly handlersIdle: () => Promise<void>;
};

/**
 * Waits for running handlers, sends `server_draining` to every client and closes its transport, so that a stock
 * client reconnects to another node. Clients that don't complete the closing handshake are disconnected.
 */
export async function closeConnections(options: Options): Promise<void> {
  const { io, connections, write, reason } = options;
  await withTimeout(HANDLER_TIMEOUT_MS, options.handlersIdle());
  const leaving = connections.all().map(({ engine }) => engine);
  const farewell = [framePackets([encodeEvent('server_draining', { reason })])];
  for (const connection of connections.all()) write(connection, farewell);
  io.engine.close();
  await withTimeout(CLOSE_TIMEOUT_MS, Promise.all(leaving.map(whenClosed)));
  for (const engine of leaving) cutOff(engine);
}

async function withTimeout(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const limit = delay(milliseconds, undefined, { signal: stop.signal }).catch(() => undefined);
  await Promise.race([work, limit]);
  stop.abort();
}
