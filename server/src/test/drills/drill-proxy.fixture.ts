import { once } from 'node:events';
import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Interval and time limit of health checks, and the number of consecutive failures after which a node is down. */
const CHECK_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 1500;
const FAILED_CHECKS_UNTIL_DOWN = 2;
/** Idle client connections stay open this long, longer than the clients' own keep-alive. */
const KEEP_ALIVE_MS = 75_000;

type Node = {
  readonly port: number;
  readonly agent: Agent;
  readonly sessions: Set<Socket>;
  isUp: boolean;
  misses: number;
};

/** The reverse proxy in front of the nodes. */
export type DrillProxy = {
  readonly url: string;
  /** Whether a node is in rotation. */
  readonly isUp: (port: number) => boolean;
  readonly close: () => Promise<void>;
};

/**
 * Opens a reverse proxy like in production: round robin, health checks, no new connections to a draining node, closed
 * sessions of an unresponsive node, and a retry on the next node after a refusal.
 */
export async function openDrillProxy(ports: readonly number[]): Promise<DrillProxy> {
  const nodes: Node[] = ports.map((port) => ({
    port,
    agent: new Agent({ keepAlive: true }),
    sessions: new Set(),
    isUp: true,
    misses: 0,
  }));
  let turn = 0;
  const inTurn = (): Node[] => {
    turn += 1;
    const start = turn % nodes.length;
    const order = [...nodes.slice(start), ...nodes.slice(0, start)];
    return [...order.filter((node) => node.isUp), ...order.filter((node) => !node.isUp)];
  };

  const clients = new Set<Socket>();
  const server = createServer((request, response) => void forward(request, response, inTurn()));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('connection', (socket) => {
    clients.add(socket);
    socket.on('close', () => clients.delete(socket));
  });
  server.on('upgrade', (request, socket, head) => join(request, socket, head, inTurn()));
  const timers = nodes.map((node) => setInterval(() => void check(node, nodes), CHECK_EVERY_MS));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server listening on TCP has an address of this type.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    isUp: (of) => nodes.some((node) => node.port === of && node.isUp),
    close: async () => {
      timers.forEach(clearInterval);
      const closed = once(server, 'close');
      server.close();
      for (const socket of clients) socket.destroy();
      for (const { agent, sessions } of nodes) {
        agent.destroy();
        for (const session of sessions) session.destroy();
      }
      await closed;
    },
  };
}

async function check(node: Node, nodes: readonly Node[]): Promise<void> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const { status } = await fetch(`http://127.0.0.1:${node.port}/health`, { signal });
    node.isUp = status === 200;
    node.misses = 0;
  } catch {
    node.misses += 1;
    if (node.misses < FAILED_CHECKS_UNTIL_DOWN) return;
    node.isUp = false;
    // Without another node, the users of a slow node stay connected.
    if (!nodes.some((other) => other.isUp)) return;
    for (const session of node.sessions) session.destroy();
    node.agent.destroy();
  }
}

/** Forwards a request; if a node disconnects before it responds, an idempotent request is retried on the next one. */
async function forward(request: IncomingMessage, response: ServerResponse, order: Node[]): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { method = 'GET', url: path, headers } = request;
  const tryNext = () => {
    const node = order.shift();
    if (!node) return void response.writeHead(502).end();
    const { port, agent } = node;
    const onward = ask({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (response.headersSent) return void response.destroy();
      const isRepeatable = method === 'GET' || error.code === 'ECONNREFUSED';
      if (isRepeatable) tryNext();
      else response.writeHead(502).end();
    });
    onward.end(body);
  };
  tryNext();
}

/** Connects a WebSocket to a node; if one disconnects before it responds, to the next. */
function join(request: IncomingMessage, client: Duplex, head: Buffer, order: Node[]): void {
  const node = order.shift();
  if (!node || client.destroyed) return void client.destroy();
  const session = connect(node.port, '127.0.0.1');
  let hasAnswered = false;
  node.sessions.add(session);
  session.setNoDelay(true);
  session.on('error', () => session.destroy());
  session.once('connect', () => {
    const pairs = Array.from({ length: request.rawHeaders.length / 2 }, (_, index) =>
      request.rawHeaders.slice(index * 2, index * 2 + 2).join(': '),
    );
    session.write(`GET ${request.url} HTTP/1.1\r\n${pairs.join('\r\n')}\r\n\r\n`);
    session.write(head);
  });
  session.once('data', (first: Buffer) => {
    hasAnswered = true;
    client.write(first);
    session.pipe(client);
    client.pipe(session);
  });
  const clientGone = () => session.destroy();
  client.on('error', clientGone);
  client.on('close', clientGone);
  session.on('close', () => {
    node.sessions.delete(session);
    client.off('error', clientGone);
    client.off('close', clientGone);
    if (hasAnswered || client.destroyed) client.destroy();
    else join(request, client, head, order);
  });
}
