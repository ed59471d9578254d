import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from './client.ts';
import { about } from './kill-nine.fixture.ts';
import { createOwnDatabase } from './own-database.fixture.ts';
import { SHORT_LIVED, type ServerProcess, startServer } from './server-process.fixture.ts';
import { openTcpProxy } from './tcp-proxy.fixture.ts';

/** Supervisors kill a process that has not ended by then. */
const MOST_MS = 20_000;
/** Far more than a start takes on a loaded machine. */
const TIMEOUT = { timeout: 180_000 };

/** Simulates any hang during shutdown: the server's close callback never fires. */
const NEVER_CLOSES =
  'import { Server } from "node:http"; Server.prototype.close = function () { return this; };';

type Planted = { readonly url: string; readonly token: string; readonly username: string };

async function startNode(
  env: NodeJS.ProcessEnv = {},
  nodeArguments: readonly string[] = [],
): Promise<ServerProcess> {
  const server = await startServer({
    nodeArguments: [...SHORT_LIVED, ...nodeArguments],
    env: {
      RATE_LIMITS: 'off',
      JWT_SECRET: 'a secret for tests of draining nodes',
      DATABASE_URL: '',
      REDIS_URL: '',
      ...env,
    },
  });
  onTestFinished(server.dispose);
  return server;
}

async function register({ url }: ServerProcess): Promise<Planted> {
  const body = { username: 'asha', email: 'asha@example.org', password: 'warm chai at dusk', ...about };
  const { data } = await createClient(url)('POST /auth/register', { body });
  return { url, token: data.access_token, username: data.username };
}

/** Sends SIGTERM. Returns the exit code and the milliseconds until the exit. */
async function drain(server: ServerProcess) {
  const from = performance.now();
  const code = await server.stop();
  return { code, ms: performance.now() - from };
}

function openShell(url: string, { token, username }: Planted) {
  const socket = io(url, {
    path: '/socket.io',
    query: { token, self: username },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  onTestFinished(() => void socket.disconnect());
  return socket;
}

const whenConnected = (socket: ReturnType<typeof openShell>) =>
  vi.waitFor(() => expect(socket.connected).toBe(true), { timeout: 20_000, interval: 20 });

/** Begins an upload that never continues. */
async function beginUpload({ url, token }: Planted): Promise<void> {
  const upload = request(`${url}/media/upload`, {
    method: 'POST',
    headers: {
      'x-api-key': 'adda-web',
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 1_000_000,
    },
  });
  upload.on('error', () => undefined);
  upload.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nhalf a');
  await once(upload, 'socket');
}

/** Opens connections that send nothing further. */
async function connectRaw(url: string, text: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(text);
}

const healthOf = async (url: string) => (await fetch(`${url}/health`)).status;

const plants: Record<string, (planted: Planted) => Promise<void>> = {
  'an upload that stalls': beginUpload,
  'half a request': ({ url }) => connectRaw(url, 'GET /health HTTP/1.1\r\nhost: a\r\n'),
  'a connection that is kept open': ({ url }) => connectRaw(url, 'GET /health HTTP/1.1\r\nhost: a\r\n\r\n'),
  async 'a reader who stopped reading'(planted) {
    const proxy = await openTcpProxy(Number(new URL(planted.url).port));
    onTestFinished(proxy.close);
    await whenConnected(openShell(`http://127.0.0.1:${proxy.port}`, planted));
    proxy.hold();
  },
};

describe('SIGTERM ends a node with code 0 within 20 s', () => {
  it('with unfinished client requests', TIMEOUT, async () => {
    const server = await startNode();
    const planted = await register(server);
    for (const plant of Object.values(plants)) await plant(planted);
    const { code, ms } = await drain(server);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(MOST_MS);
  });

  it('while a mail server does not respond to the mail job', TIMEOUT, async () => {
    const taken = Promise.withResolvers<void>();
    const silent = createServer((socket) => {
      socket.on('error', () => undefined);
      taken.resolve();
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    // A server listening on TCP has an address of this type.
    const { port } = silent.address() as AddressInfo;
    const server = await startNode({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    await register(server);
    await taken.promise;
    const { code, ms } = await drain(server);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(MOST_MS);
  });

  it('with a shutdown step that never ends, which is abandoned', TIMEOUT, async () => {
    const server = await startNode({}, ['--import', `data:text/javascript,${NEVER_CLOSES}`]);
    const { code, ms } = await drain(server);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(MOST_MS);
  });

  it.runIf(process.env['TEST_DATABASE_URL'])(
    'while the database hangs, and while it is unavailable',
    TIMEOUT,
    async () => {
      const postgres = new URL(process.env['TEST_DATABASE_URL'] ?? '');
      const database = await createOwnDatabase(postgres.href);
      onTestFinished(database.drop);
      const proxy = await openTcpProxy(Number(postgres.port || 5432), postgres.hostname);
      onTestFinished(proxy.close);
      const address = new URL(database.url);
      address.host = `127.0.0.1:${proxy.port}`;
      const server = await startNode({ DATABASE_URL: address.href });
      const planted = await register(server);
      for (const fault of ['hangs', 'is unavailable'] as const) {
        const socket = openShell(server.url, planted);
        await whenConnected(socket);
        if (fault === 'hangs') proxy.hold();
        else await proxy.cut();
        void createClient(server.url)('GET /users/me', {}, { token: planted.token }).catch(() => undefined);
        const { code, ms } = await drain(server);
        expect(code).toBe(0);
        expect(ms).toBeLessThan(MOST_MS);
        await proxy.restore();
        if (fault === 'hangs') await server.restart();
      }
    },
  );
});

describe('a draining node', () => {
  it(
    'reports it immediately, serves for DRAIN_SECONDS, then notifies its clients and ends',
    TIMEOUT,
    async () => {
      const server = await startNode({ DRAIN_SECONDS: '5' });
      const planted = await register(server);
      const socket = openShell(server.url, planted);
      const events: string[] = [];
      socket.onAny((event: string) => void events.push(event));
      await whenConnected(socket);
      expect(await healthOf(server.url)).toBe(200);
      const ended = drain(server);
      await vi.waitFor(async () => expect(await healthOf(server.url)).toBe(503), { interval: 20 });
      expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
      const me = await createClient(server.url)('GET /users/me', {}, { token: planted.token });
      expect(me.status).toBe(200);
      expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^draining 1$/m);
      expect(socket.connected).toBe(true);
      expect(events).not.toContain('server_draining');
      const { code, ms } = await ended;
      expect(code).toBe(0);
      expect(ms).toBeGreaterThan(4900);
      expect(ms).toBeLessThan(5000 + MOST_MS);
      expect(events).toContain('server_draining');
      await expect(healthOf(server.url)).rejects.toThrow('fetch failed');
    },
  );

  it('ends immediately on a second signal', TIMEOUT, async () => {
    const server = await startNode({ DRAIN_SECONDS: '60' });
    process.kill(server.pid(), 'SIGINT');
    await vi.waitFor(async () => expect(await healthOf(server.url)).toBe(503), { interval: 20 });
    const { code, ms } = await drain(server);
    expect(code).toBe(1);
    expect(ms).toBeLessThan(5000);
  });
});
