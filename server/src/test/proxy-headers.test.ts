import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { startTestApp } from './app.fixture.ts';
import { hasHaproxy, startHaproxy } from './haproxy.fixture.ts';

const POLICY = "default-src 'none'; frame-ancestors 'none'";
const TOO_LARGE = 70_000_000;

const headersOf = ({ headers }: { readonly headers: Headers }) => ({
  hsts: headers.get('strict-transport-security'),
  types: headers.get('x-content-type-options'),
  policy: headers.get('content-security-policy'),
  caching: headers.get('cache-control'),
});

/** Announces a body that is too large for the proxy, and sends none of it. */
async function announceUpload(url: string) {
  const headers = { 'content-length': String(TOO_LARGE) };
  const sent = request(`${url}/media/upload`, { method: 'POST', headers });
  sent.flushHeaders();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  sent.destroy();
  return {
    status: response.statusCode,
    headers: new Headers(
      Object.entries(response.headersDistinct).map(([name, values]): [string, string] => [
        name,
        (values ?? []).join(', '),
      ]),
    ),
  };
}

/** What a response of the proxy itself has. */
const OF_PROXY = {
  hsts: 'max-age=31536000; includeSubDomains',
  types: 'nosniff',
  policy: POLICY,
  caching: 'no-store',
};

it.skipIf(!hasHaproxy)(
  'ID-08: what the proxy answers itself has the security headers, and what a node answers has each once',
  async () => {
    const app = await startTestApp({ PUBLIC_URL: 'https://adda.example', TRUST_PROXY: '1' });
    const url = await startHaproxy([app, app]);

    const direct = headersOf(await fetch(`${app.url}/health`));
    const passed = headersOf(await fetch(`${url}/health`));
    expect(passed).toEqual(direct);
    expect(passed).toMatchObject({ hsts: OF_PROXY.hsts, types: 'nosniff' });
    expect(passed.policy).toContain("default-src 'self'");

    const metrics = await fetch(`${url}/metrics`);
    expect([metrics.status, headersOf(metrics)]).toEqual([403, OF_PROXY]);
    const tooLarge = await announceUpload(url);
    expect([tooLarge.status, headersOf(tooLarge)]).toEqual([413, OF_PROXY]);

    await app.stop();
    const unavailable = await fetch(`${url}/health`);
    expect(unavailable.headers.get('content-type')).toBe('application/json');
    expect([unavailable.status, headersOf(unavailable)]).toEqual([503, OF_PROXY]);
    expect(await unavailable.json()).toMatchObject({ code: 'unavailable' });
  },
);
