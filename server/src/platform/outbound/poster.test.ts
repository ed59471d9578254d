import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPushService, type PushService } from '../../features/push/push-service.fixture.ts';
import { countingHost } from './counting-host.fixture.ts';
import { hostileUrls, resolveHostile } from './hostile-urls.fixture.ts';
import { createPoster } from './index.ts';

const request = { headers: { ttl: '60' }, body: Buffer.from('sealed'), timeoutMs: 5000 };

async function openService(): Promise<PushService> {
  const service = await startPushService();
  onTestFinished(service.close);
  return service;
}

const toLoopback = async () => ['127.0.0.1'];

describe('R-17, PN-02: where bytes may be sent', () => {
  const poster = createPoster({ resolve: resolveHostile });
  const https = hostileUrls(8080).map(([url, reason]): [string, string] => [
    url.replace(/^http:/, 'https:'),
    reason,
  ]);

  it.each(https)('not to %s (%s)', async (url, reason) => {
    await expect(poster.postBytes(url, request)).rejects.toMatchObject({ name: 'OutboundRefused', reason });
  });

  it('not by http, not even to an allowed address', async () => {
    const host = await countingHost((_request, response) => response.end());
    const open = createPoster({ resolve: toLoopback, allowAddresses: ['127.0.0.1/32'] });
    const refused = open.postBytes(`http://push.example:${host.port}/`, request);
    await expect(refused).rejects.toMatchObject({ reason: 'scheme' });
    expect(host.asked).toEqual([]);
  });

  it('not to loopback, unless it is allowed', async () => {
    const { origin, ca, asked } = await openService();
    await expect(createPoster({ ca }).postBytes(origin, request)).rejects.toMatchObject({
      reason: 'address',
    });
    const elsewhere = createPoster({ ca, allowAddresses: ['10.0.0.0/8', '::1/128'] });
    await expect(elsewhere.postBytes(origin, request)).rejects.toMatchObject({ reason: 'address' });
    expect(asked).toEqual([]);
    const allowed = createPoster({ ca, allowAddresses: ['127.0.0.0/8'] });
    expect(await allowed.postBytes(`${origin}/nobody`, request)).toEqual({
      status: 404,
      retryAfter: undefined,
    });
    expect(asked).toEqual(['/nobody']);
  });

  it('to a local name only at allowed addresses', async () => {
    const { port, ca } = await openService();
    const resolve = async () => ['::1', '127.0.0.1'];
    const url = `https://localhost:${port}/nobody`;
    const refused = createPoster({ ca, resolve }).postBytes(url, request);
    await expect(refused).rejects.toMatchObject({ reason: 'name' });
    const allowed = createPoster({ ca, resolve, allowAddresses: ['127.0.0.0/8'] });
    expect(await allowed.postBytes(url, request)).toMatchObject({ status: 404 });
  });

  it('to the address that was checked, whatever its name leads to later', async () => {
    const { port, ca, asked } = await openService();
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve = async () => answers.shift() ?? [];
    const poster = createPoster({ ca, resolve, allowAddresses: ['127.0.0.0/8'] });
    expect(await poster.postBytes(`https://push.example:${port}/once`, request)).toMatchObject({
      status: 404,
    });
    expect(asked).toEqual(['/once']);
  });
});

describe('PN-02: the connection', () => {
  it('is not trusted with a certificate of an unknown authority, or of another name', async () => {
    const [service, other] = [await openService(), await openService()];
    const options = { resolve: toLoopback, allowAddresses: ['127.0.0.0/8'] };
    for (const poster of [createPoster(options), createPoster({ ...options, ca: other.ca })])
      await expect(poster.postBytes(service.origin, request)).rejects.toMatchObject({ reason: 'network' });
    const named = createPoster({ ...options, ca: service.ca });
    const refused = named.postBytes(`https://bank.example:${service.port}/`, request);
    await expect(refused).rejects.toMatchObject({ reason: 'network' });
    expect(service.asked).toEqual([]);
  });

  it('is trusted with the authorities of NODE_EXTRA_CA_CERTS, as the program runs', async () => {
    const { origin, caFile } = await openService();
    const program = `
      const { createPoster } = await import(${JSON.stringify(path.join(import.meta.dirname, 'index.ts'))});
      const request = { headers: {}, body: Buffer.from('sealed'), timeoutMs: 5000 };
      const poster = createPoster({ allowAddresses: ['127.0.0.0/8'] });
      console.log((await poster.postBytes('${origin}/nobody', request)).status);`;
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: caFile };
    const node = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { env });
    expect((await node).stdout.trim()).toBe('404');
  });

  it('ends at the deadline, also when nobody answers or no name is found', async () => {
    const silent: Server = createServer(() => undefined);
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const short = { ...request, timeoutMs: 200 };
    const poster = createPoster({ allowAddresses: ['127.0.0.0/8'] });
    const refused = poster.postBytes(`https://127.0.0.1:${port}/`, short);
    await expect(refused).rejects.toMatchObject({ reason: 'time' });
    const nowhere = createPoster({ resolve: () => new Promise(() => {}) });
    await expect(nowhere.postBytes('https://slow.example/', short)).rejects.toMatchObject({ reason: 'time' });
  });
});
