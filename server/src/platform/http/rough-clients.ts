import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { appError } from '../errors.ts';

/** Headers come within this, from the first moment of a connection on, in milliseconds. */
export const HEADERS_MS = 20_000;
/** A whole call comes within this; uploads have limits of their own, a little shorter (`uploads.ts`). */
export const REQUEST_MS = 660_000;
/** How often connections are looked at. */
export const LOOK_EVERY_MS = 2000;
/** A body that is no upload is small: it comes within this. */
const BODY_MS = 30_000;

/** What an answer bears where the usual headers don't come to it: it holds nothing to run or to show. */
export const BARE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

const STATUS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Answers what is no HTTP in the one form of failures, and ends its connection. */
export function answerNoHttp(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { detail, code } = appError('malformed_request');
  const body = JSON.stringify({ detail, code });
  const headers = Object.entries(BARE_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n${headers.join('')}\r\n${body}`,
    );
  }
  socket.destroy();
}

/** Cuts off who takes too long to send a body that is no upload; each would hold a connection for minutes otherwise. */
export function addBodyPatience(app: FastifyInstance, patienceMs = BODY_MS): void {
  app.addHook('preParsing', async (request) => {
    const { raw, headers, routeOptions } = request;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (!hasBody || routeOptions.config.upload) return;
    const timer = setTimeout(() => !raw.complete && raw.destroy(), patienceMs);
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
  });
}

/** Calls that one connection may have under way. Browsers and proxies have one; some clients send a few ahead. */
const CALLS_ON_CONNECTION = 4;

/**
 * Leaves what else came in the same piece unread: Node would make a request of each call in it and abort them all, which
 * costs more than answering a few. Node has no official way to say so; without this one the calls are only dearer.
 */
function stopParsing(socket: Socket): void {
  const { parser }: { parser?: { pause?: () => void } | null } = Object(socket);
  parser?.pause?.();
}

/**
 * Cuts off who sends many calls ahead on one connection: hundreds come in one piece, and each would be begun before the
 * first is answered. To be called before anything else listens to the server.
 */
export function addPipelineLimit({ server }: FastifyInstance, most = CALLS_ON_CONNECTION): void {
  const underWay = new WeakMap<Socket, number>();
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (underWay.get(socket) ?? 0) + 1;
    if (count > most) {
      stopParsing(socket);
      return void socket.destroy();
    }
    underWay.set(socket, count);
    // A response that never finishes has lost its connection, and the count goes with that.
    response.once('finish', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    for (const listener of listeners) listener.call(server, request, response);
  });
}
