import { request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBareServer } from './bare-server.fixture.ts';

type Server = Awaited<ReturnType<typeof createBareServer>>;

/** Starts a server with a route that responds and one that throws. */
async function startServer(https: boolean): Promise<Server> {
  const app = await createBareServer({ https });
  app.get('/', async () => ({ ok: true }));
  app.get('/broken', async (_request, reply) => {
    // A route that serves files has said how long they may be kept before reading one fails.
    void reply.header('cache-control', 'public, max-age=60');
    throw new Error('a secret of the program');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

let app: Server;
let plain: Server;
beforeAll(async () => void ([app, plain] = await Promise.all([startServer(true), startServer(false)])));
afterAll(() => Promise.all([app.close(), plain.close()]));

describe('ID-08: the headers of every response', () => {
  it.each([
    ['a response', '/', 200],
    ['an unknown path', '/nowhere', 404],
    ['a failure', '/broken', 500],
    ['a refused path', '/%00', 400],
  ])('%s', async (_what, url, status) => {
    const response = await app.inject({ url, headers: { origin: 'https://evil.example' } });
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-type': 'application/json; charset=utf-8',
    });
    const policy = String(response.headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy.join()).not.toMatch(/unsafe|\*|http:/);
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    expect(response.body).not.toContain('secret');
    if (status >= 400) expect(response.headers['cache-control']).toBe('no-store');
  });

  it('without https nothing is said about it', async () => {
    expect((await plain.inject({ url: '/' })).headers).not.toHaveProperty('strict-transport-security');
  });
});

it('ID-08: TRACE is not answered with what was sent', async () => {
  const { port } = app.server.address() as AddressInfo;
  const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const request = openRequest(
      {
        port,
        host: '127.0.0.1',
        path: '/',
        method: 'TRACE',
        headers: { 'x-mine': 'planted', cookie: 'a=planted' },
      },
      async (response) => resolve({ status: response.statusCode, text: (await response.toArray()).join('') }),
    );
    request.on('error', reject).end();
  });
  expect(answer.status).toBe(404);
  expect(answer.text).not.toContain('planted');
});
