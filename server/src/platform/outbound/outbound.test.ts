import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { countingHost, type CountingHost } from './counting-host.fixture.ts';
import { hostileUrls, resolveHostile } from './hostile-urls.fixture.ts';
import { createOutbound, type Target } from './index.ts';
import { isPublicAddress } from './public-target.ts';

const limits = { maxBytes: 1000, timeoutMs: 5000 };

/**
 * Allows one listener besides the public internet. Only the test resolves its name, so only a pinned address finds
 * it.
 */
const reaching = ({ port }: CountingHost) => ({
  resolve: async (name: string) => (name === 'pictures.example' ? ['127.0.0.1'] : resolveHostile(name)),
  isAllowed: (target: Target) =>
    (target.address === '127.0.0.1' && target.port === port) || isPublicAddress(target.address),
});
const at = (host: CountingHost, path = '/x.png') => `http://pictures.example:${host.port}${path}`;

describe('R-17: refused targets', () => {
  // Any port is allowed, so that only the address matters.
  const outbound = createOutbound({
    resolve: resolveHostile,
    isAllowed: ({ address }) => isPublicAddress(address),
  });

  it.each(hostileUrls(8080))('%s (%s)', async (url, reason) => {
    await expect(outbound.fetchBytes(url, limits)).rejects.toMatchObject({ name: 'OutboundRefused', reason });
  });

  it.each(['http://93.184.215.14:8080/', 'https://93.184.215.14:6379/', 'http://[2606:4700::1111]:22/'])(
    'a public address on a port that is not 80 or 443: %s',
    async (url) => {
      await expect(createOutbound().fetchBytes(url, limits)).rejects.toMatchObject({ reason: 'address' });
    },
  );

  it.each(['93.184.215.14', '1.1.1.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'while %s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('R-17: redirects', () => {
  it('a redirect from an allowed host to an internal one is not followed', async () => {
    const inside = await countingHost((_request, response) => response.end('secret'));
    const outside = await countingHost((request, response) => {
      const to = new URL(request.url ?? '', 'http://a.example').searchParams.get('to') ?? '';
      response.writeHead(302, { location: to }).end();
    });
    const outbound = createOutbound(reaching(outside));
    // Relative URLs would lead to the allowed host; headers can contain Latin letters only.
    const urls = hostileUrls(inside.port).filter(([url]) => URL.canParse(url) && /^\p{ASCII}+$/u.test(url));
    for (const [url, reason] of urls) {
      const from = at(outside, `/?to=${encodeURIComponent(url)}`);
      await expect(outbound.fetchBytes(from, limits), url).rejects.toMatchObject({ reason });
    }
    expect(inside.asked).toEqual([]);
    expect(outside.asked.length).toBeGreaterThan(40);
  });

  it('up to five redirects are followed, also relative ones; the final URL is returned', async () => {
    const host = await countingHost((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.writeHead(200, { 'content-type': 'image/png' }).end('png');
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    });
    const outbound = createOutbound(reaching(host));
    const fetched = await outbound.fetchBytes(at(host, '/5'), limits);
    expect(Buffer.from(fetched.bytes).toString()).toBe('png');
    expect(fetched).toMatchObject({ contentType: 'image/png', url: at(host, '/0') });
    await expect(outbound.fetchBytes(at(host, '/6'), limits)).rejects.toMatchObject({ reason: 'redirects' });
  });

  it('a caller may allow fewer redirects', async () => {
    const host = await countingHost((_request, response) => response.writeHead(301, { location: '/' }).end());
    await expect(
      createOutbound(reaching(host)).fetchBytes(at(host), { ...limits, maxRedirects: 2 }),
    ).rejects.toMatchObject({ reason: 'redirects' });
    expect(host.asked).toHaveLength(3);
  });

  it('an endless redirect is aborted', async () => {
    const host = await countingHost((_request, response) => response.writeHead(301, { location: '/' }).end());
    await expect(createOutbound(reaching(host)).fetchBytes(at(host), limits)).rejects.toMatchObject({
      reason: 'redirects',
    });
    expect(host.asked).toHaveLength(6);
  });

  it('a redirect without a target is refused', async () => {
    const host = await countingHost((_request, response) => response.writeHead(302).end());
    const refused = createOutbound(reaching(host)).fetchBytes(at(host), limits);
    await expect(refused).rejects.toMatchObject({ reason: 'redirects' });
  });
});

describe('R-17: DNS rebinding', () => {
  it('the connection uses the checked address, and each redirect is checked again', async () => {
    const host = await countingHost((request, response) => {
      if (request.url === '/again') response.writeHead(302, { location: '/x.png' }).end();
      else response.end('png');
    });
    const answers = vi.fn<(name: string) => Promise<string[]>>(async () => ['10.0.0.1']);
    const outbound = createOutbound({ ...reaching(host), resolve: answers });

    answers.mockResolvedValueOnce(['127.0.0.1']);
    expect((await outbound.fetchBytes(at(host), limits)).bytes).toHaveLength(3);
    expect(answers).toHaveBeenCalledTimes(1);

    answers.mockResolvedValueOnce(['127.0.0.1']);
    const refused = outbound.fetchBytes(at(host, '/again'), limits);
    await expect(refused).rejects.toMatchObject({ reason: 'address' });
    expect(host.asked).toEqual(['/x.png', '/again']);
  });
});

describe('R-17: size and time', () => {
  it('a body with a too large Content-Length is not read', async () => {
    const host = await countingHost((_request, response) => {
      response.writeHead(200, { 'content-length': 1001 });
      response.write('x');
    });
    const refused = createOutbound(reaching(host)).fetchBytes(at(host), limits);
    await expect(refused).rejects.toMatchObject({ reason: 'size' });
  });

  it('a body without Content-Length is cut off at the limit', async () => {
    const cutOff = Promise.withResolvers<void>();
    const host = await countingHost((_request, response) => {
      response.on('close', () => cutOff.resolve());
      const more = () => response.write('x'.repeat(100)) && setImmediate(more);
      more();
    });
    const refused = createOutbound(reaching(host)).fetchBytes(at(host), limits);
    await expect(refused).rejects.toMatchObject({ reason: 'size' });
    await cutOff.promise;
  });

  it('a body of exactly the limit is accepted', async () => {
    const host = await countingHost((_request, response) => response.end('x'.repeat(1000)));
    const { bytes } = await createOutbound(reaching(host)).fetchBytes(at(host), limits);
    expect(bytes).toHaveLength(1000);
  });

  it('a body that may be cut is read up to the limit', async () => {
    const host = await countingHost((_request, response) => response.end('x'.repeat(5000)));
    const { bytes } = await createOutbound(reaching(host)).fetchBytes(at(host), { ...limits, mayCut: true });
    expect(bytes).toHaveLength(1000);
  });

  it.each([
    ['headers that never come', () => {}],
    ['a slow body', 'drip'],
    ['slow redirects', 'crawl'],
  ])('%s end at the deadline', async (_name, way) => {
    const host = await countingHost(async (_request, response) => {
      if (way === 'crawl') {
        await delay(60);
        response.writeHead(302, { location: '/' }).end();
      }
      if (way !== 'drip') return;
      while (!response.destroyed) {
        response.write('x');
        await delay(20);
      }
    });
    const refused = createOutbound(reaching(host)).fetchBytes(at(host), { ...limits, timeoutMs: 200 });
    await expect(refused).rejects.toMatchObject({ reason: 'time' });
  });

  it('a name that never resolves ends at the deadline', async () => {
    const outbound = createOutbound({ resolve: () => new Promise(() => {}) });
    const refused = outbound.fetchBytes('http://slow.example/', { ...limits, timeoutMs: 100 });
    await expect(refused).rejects.toMatchObject({ reason: 'time' });
  });
});

describe('R-17: the request', () => {
  it('has a user agent and nothing more: no cookie, no referrer, no compression', async () => {
    const asked: Record<string, unknown>[] = [];
    const host = await countingHost(({ headers }, response) => {
      asked.push(headers);
      response.writeHead(200, { 'set-cookie': 'a=b' }).end('png');
    });
    const outbound = createOutbound(reaching(host));
    await outbound.fetchBytes(at(host), { ...limits, accept: 'image/png' });
    await outbound.fetchBytes(at(host), limits);
    const common = {
      host: `pictures.example:${host.port}`,
      'user-agent': 'Adda',
      'accept-encoding': 'identity',
      connection: expect.any(String),
    };
    expect(asked).toEqual([
      { ...common, accept: 'image/png' },
      { ...common, accept: '*/*' },
    ]);
  });

  it('uses no proxy of the environment', async () => {
    const proxy = await countingHost((_request, response) => response.end('proxied'));
    const host = await countingHost((_request, response) => response.end('direct'));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'])
      vi.stubEnv(name, name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { bytes } = await createOutbound(reaching(host)).fetchBytes(at(host), limits);
    expect(Buffer.from(bytes).toString()).toBe('direct');
    expect(proxy.asked).toEqual([]);
  });

  it.each([
    ['another status', 404, {}, 'status'],
    ['a partial response', 206, {}, 'status'],
    ['a compressed body', 200, { 'content-encoding': 'gzip' }, 'encoding'],
  ])('%s is refused', async (_name, status, headers, reason) => {
    const host = await countingHost((_request, response) => response.writeHead(status, headers).end('x'));
    const refused = createOutbound(reaching(host)).fetchBytes(at(host), limits);
    await expect(refused).rejects.toMatchObject({ reason });
  });

  it('a type that the caller does not read is refused, whatever its parameters and case', async () => {
    const host = await countingHost(({ url = '' }, response) =>
      response.writeHead(200, { 'content-type': decodeURIComponent(url.slice(1)) }).end('x'),
    );
    const fetchAs = (type: string) =>
      createOutbound(reaching(host)).fetchBytes(at(host, `/${encodeURIComponent(type)}`), {
        ...limits,
        types: ['text/html'],
      });
    await expect(fetchAs('application/json')).rejects.toMatchObject({ reason: 'type' });
    expect((await fetchAs('Text/HTML; charset=utf-8')).bytes).toHaveLength(1);
  });

  it('a refused connection is reported as a refusal too', async () => {
    const host = await countingHost((_request, response) => response.end());
    await host.close();
    const refused = createOutbound(reaching(host)).fetchBytes(at(host), limits);
    await expect(refused).rejects.toMatchObject({ reason: 'network' });
  });
});
