import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server } from 'socket.io';
import { webOriginOf } from '../http/own-origin.ts';
import type { Arrivals } from './arrivals.ts';

const MAX_INCOMING_BYTES = 64 * 1024;
/** The default. */
const PING_INTERVAL_MS = 25_000;
const PING_TIMEOUT_MS = 20_000;
/** Clients wait this long for a connection (GC-43), so admission has to finish in time. */
const CONNECT_TIMEOUT_MS = 20_000;

type Options = {
  readonly httpServer: HttpServer;
  readonly path: string;
  readonly publicOrigins: readonly string[];
  readonly pingIntervalMs: number | undefined;
  readonly isDraining: () => boolean;
  readonly arrivals: Pick<Arrivals, 'enter'>;
  /** Whether one more connection may be opened from the source of the request. */
  readonly mayOpen: (request: IncomingMessage) => boolean;
  /** Called for a handshake that a page of another site began. */
  readonly onForeignOrigin: (request: IncomingMessage) => void;
};

/**
 * Opens Socket.IO for one path: WebSocket only (RT-01), no deflate, default parser, no connection recovery, because
 * clients catch up by sequence.
 */
export function openSocketServer(options: Options): Server {
  const { httpServer, path, publicOrigins, isDraining } = options;
  return new Server(httpServer, {
    path,
    transports: ['websocket'],
    allowUpgrades: false,
    // Each endpoint would close those of the others after a second, also while they wait: see `refuseOtherUpgrades`.
    destroyUpgrade: false,
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    maxHttpBufferSize: MAX_INCOMING_BYTES,
    pingInterval: options.pingIntervalMs ?? PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    allowRequest: (request: IncomingMessage, answer: (error: string | null, isAllowed: boolean) => void) => {
      if (isDraining()) return answer('draining', false);
      if (!options.mayOpen(request)) return answer('too many connections', false);
      const isAllowed = isOriginAllowed(request, publicOrigins);
      if (!isAllowed) {
        options.onForeignOrigin(request);
        return answer('origin not allowed', false);
      }
      // A node that drains meanwhile refuses also those who wait.
      options.arrivals.enter(request, () => answer(isDraining() ? 'draining' : null, !isDraining()));
    },
  });
}

/** Closes connections that want to upgrade at a path of no endpoint, which would stay open otherwise. */
export function refuseOtherUpgrades(httpServer: HttpServer, paths: () => readonly string[]): void {
  httpServer.on('upgrade', ({ url = '' }, socket) => {
    if (paths().some((path) => url.startsWith(`${path}/`))) return;
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
}

/**
 * Whether the origin of a handshake is allowed: a public origin, the requested host, or none, which means that
 * the client is not a browser.
 */
function isOriginAllowed(
  request: Pick<IncomingMessage, 'headers'>,
  publicOrigins: readonly string[],
): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  const asked = webOriginOf(origin);
  return asked !== undefined && (asked.host === host || publicOrigins.includes(asked.origin));
}
