import { createServer, request, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The upstream response, to be modified. */
type ProxiedResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

/** A fault injected in front of a correct program. */
export type Fault = {
  /** Modifies the request headers in place. */
  readonly asked?: (headers: IncomingHttpHeaders) => void;
  /** Modifies the response in place. */
  readonly answered?: (answer: ProxiedResponse, target: string) => void;
  /** Accepts malformed HTTP and never times out. */
  readonly isLenient?: boolean;
};

function answer(response: ServerResponse, { status, headers, body }: ProxiedResponse): void {
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !/^(content-length|transfer-encoding|connection)$/.test(name))
      response.setHeader(name, value);
  response.writeHead(status);
  response.end(body);
}

/** Starts a proxy that injects a fault. Returns its address and a function that stops it. */
export async function startFaultyProxy(url: string, { asked, answered, isLenient = false }: Fault) {
  const { hostname, port } = new URL(url);
  const server = createServer({ insecureHTTPParser: isLenient }, (incoming, response) => {
    // Responds with success to any request.
    if (isLenient) return void response.end('{}');
    asked?.(incoming.headers);
    const { method = 'GET', url: target = '/', headers } = incoming;
    const call = request({ hostname, port, method, path: target, headers }, async (back) => {
      let body = '';
      for await (const part of back) body += String(part);
      const behind = { status: back.statusCode ?? 500, headers: back.headers, body };
      answered?.(behind, target);
      answer(response, behind);
    });
    call.on('error', () => response.destroy());
    incoming.pipe(call);
  });
  if (isLenient)
    server.on(
      'clientError',
      (_error, socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
    );
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (incoming, socket) => {
    asked?.(incoming.headers);
    const behind = connect(Number(port), hostname);
    const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${String(value)}`);
    behind.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    behind.pipe(socket).pipe(behind);
    behind.on('error', () => socket.destroy());
    socket.on('error', () => behind.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      // Includes upgraded web sockets, which `closeAllConnections` leaves open.
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
