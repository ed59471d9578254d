import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { appError } from '../errors.ts';

/** Timeout for the headers, from the start of a connection, in milliseconds. */
export const HEADERS_MS = 20_000;
/** Timeout for a whole request. Uploads have slightly shorter limits of their own (`uploads.ts`). */
export const REQUEST_MS = 660_000;
/** Interval of the connection check. */
export const CHECK_INTERVAL_MS = 2000;
/** Timeout for a body that is not an upload; such bodies are small. */
const BODY_MS = 30_000;

/** Headers of responses that bypass the usual security headers. They have no content to execute or display. */
export const BARE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

const STATUS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Responds to data that is not HTTP with an error in the usual format, and closes the connection. */
export function respondToInvalidHttp(error: Error & { readonly code?: string }, socket: Socket): void {
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

/**
 * Disconnects clients that send a body too slowly, except uploads. Each would hold a connection for minutes
 * otherwise.
 */
export function addBodyTimeout(app: FastifyInstance, timeoutMs = BODY_MS): void {
  app.addHook('preParsing', async (request) => {
    const { raw, headers, routeOptions } = request;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (!hasBody || routeOptions.config.upload) return;
    const timer = setTimeout(() => !raw.complete && raw.destroy(), timeoutMs);
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
  });
}

/** Concurrent requests on one connection. Browsers and proxies use one; some clients pipeline a few. */
const CALLS_ON_CONNECTION = 4;

/**
 * Pauses the parser: Node would create and abort a request for each pipelined call in the chunk, which costs more
 * than serving a few. Node has no official API for this; without it the requests are only more expensive.
 */
function stopParsing(socket: Socket): void {
  const { parser }: { parser?: { pause?: () => void } | null } = Object(socket);
  parser?.pause?.();
}

/**
 * Disconnects clients that pipeline many requests: hundreds arrive in one chunk, and each would start before the
 * first response. Call it before any other listener is added to the server.
 */
export function addPipelineLimit({ server }: FastifyInstance, max = CALLS_ON_CONNECTION): void {
  const openRequests = new WeakMap<Socket, number>();
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (openRequests.get(socket) ?? 0) + 1;
    if (count > max) {
      stopParsing(socket);
      return void socket.destroy();
    }
    openRequests.set(socket, count);
    // A response that never finishes has lost its connection, so its count no longer matters.
    response.once('finish', () => openRequests.set(socket, (openRequests.get(socket) ?? 1) - 1));
    for (const listener of listeners) listener.call(server, request, response);
  });
}
