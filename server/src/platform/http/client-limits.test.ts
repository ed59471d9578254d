import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { startTestApp } from '../../test/app.fixture.ts';
import { addBodyTimeout, addPipelineLimit, respondToInvalidHttp } from './client-limits.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Sends text on a raw connection. Returns everything received until the other side closes it. */
async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const line = connect(Number(port), hostname);
  let received = '';
  line.on('data', (part) => (received += part.toString()));
  line.on('error', () => undefined);
  line.write(text);
  await once(line, 'close');
  return received;
}

async function listen(make: (app: FastifyInstance) => void): Promise<string> {
  const app = fastify({ clientErrorHandler: respondToInvalidHttp });
  make(app);
  ends.push(() => app.close());
  return app.listen({ port: 0, host: '127.0.0.1' });
}

it('R-20: a request that is not HTTP gets an error response with the security headers', async () => {
  const answer = await sendRaw(await listen(() => undefined), 'hello there\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('x-content-type-options: nosniff');
  expect(answer).toContain("content-security-policy: default-src 'none'");
  expect(answer).toContain('"code":"malformed_request"');
});

it('a body that does not arrive is cut off', async () => {
  const url = await listen((app) => {
    addBodyTimeout(app, 50);
    app.post('/', async () => 'taken');
  });
  const call = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{';
  expect(await sendRaw(url, call)).not.toContain('taken');
});

it('a request whose body has arrived may take long', async () => {
  const url = await listen((app) => {
    addBodyTimeout(app, 20);
    app.post('/', async () => {
      await new Promise((passed) => setTimeout(passed, 200));
      return { taken: true };
    });
  });
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect(await (await fetch(url, body)).json()).toEqual({ taken: true });
});

it('R-20: error responses for invalid URLs have the security headers', async () => {
  const app = await startTestApp();
  ends.push(() => app.stop());
  for (const path of ['/users/%00', `/groupchat/groups/${'a'.repeat(400)}`]) {
    const { status, headers } = await fetch(new URL(path, app.url));
    expect(status).toBe(400);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src '");
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  }
});

it('metrics are refused to requests through a proxy', async () => {
  const app = await startTestApp({ TRUST_PROXY: '1' });
  ends.push(() => app.stop());
  const through = { headers: { 'x-forwarded-for': '203.0.113.9' } };
  expect((await fetch(new URL('/metrics', app.url), through)).status).toBe(404);
  expect((await fetch(new URL('/metrics', app.url))).status).toBe(200);
});

it('SV-103: a client that pipelines many requests is disconnected; a few are served in order', async () => {
  const begun: string[] = [];
  const release = Promise.withResolvers<void>();
  const app = fastify();
  addPipelineLimit(app, 3);
  app.get<{ Params: { n: string } }>('/:n', async ({ params }) => {
    begun.push(params.n);
    await release.promise;
    return params.n;
  });
  onTestFinished(() => app.close());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const calls = (count: number) =>
    Array.from({ length: count }, (_, n) => `GET /${n} HTTP/1.1\r\nhost: a\r\n\r\n`).join('');
  const say = (text: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (part) => (received += part.toString()));
    socket.on('error', () => undefined);
    socket.write(text);
    onTestFinished(() => void socket.destroy());
    return {
      received: () => received,
      closed: new Promise<void>((done) => socket.once('close', () => done())),
    };
  };
  const many = say(calls(200));
  await many.closed;
  expect(begun).toEqual(['0', '1', '2']);
  const few = say(calls(3));
  await vi.waitFor(() => expect(begun).toHaveLength(6));
  release.resolve();
  await vi.waitFor(() => expect(few.received().match(/HTTP\/1\.1 200/g)).toHaveLength(3));
  expect(many.received()).toBe('');
});
