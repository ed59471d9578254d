import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registration } from './features/accounts/accounts.fixture.ts';
import { startTestApp, type TestApp } from './test/app.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('the running program', () => {
  it('SV-107: serves health, metrics, the OpenAPI document and its page', async () => {
    expect(await (await fetch(`${app.url}/health`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${app.url}/health/live`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${app.url}/metrics`)).text()).toContain('http_request_duration_seconds');
    const document = await (await fetch(`${app.url}/openapi.json`)).json();
    expect(document).toHaveProperty(['paths', '/groupchat/groups/join', 'post']);
    expect((await fetch(`${app.url}/docs`)).status).toBe(200);
  });

  it('SV-107: serves the public settings to clients, and no secrets', async () => {
    const { data } = await app.client('GET /config/client', {});
    expect(data).toMatchObject({
      features: { likes: true, shares: true },
      recharge_packages: expect.arrayContaining([{ dollars: 1, coins: 100 }]),
      gifts: expect.arrayContaining([{ gift_type: 'kiss', cost: 10, emoji: '💋', description: 'Kiss' }]),
      limits: { payout_min_coins: 500, paid_spins_a_day: 3, ad_claims_5min: 10, ad_claims_daily: 30 },
    });
    expect(JSON.stringify(data)).not.toMatch(/secret|password|webhook|database/i);
  });

  it('documents files as bytes, files with ranges with both responses, and the content of a body', async () => {
    const document = await (await fetch(`${app.url}/openapi.json`)).json();
    const bytes = ['content', '*/*', 'schema', 'format'];
    for (const [path, statuses] of [
      ['/media/file/{media_id}', [200, 206]],
      ['/media/shared/{media_id}', [200, 206]],
      ['/media/images/{id}', [200]],
    ] as const) {
      const responses = ['paths', path, 'get', 'responses'];
      for (const status of statuses)
        expect(document).toHaveProperty([...responses, String(status), ...bytes], 'binary');
      expect(document).toHaveProperty([...responses, '4XX', 'content', 'application/json']);
      if (statuses.length === 1) expect(document).not.toHaveProperty([...responses, '206']);
    }
    const body = ['paths', '/media/update/{media_id}', 'patch', 'requestBody', 'content', 'application/json'];
    expect(document).toHaveProperty([...body, 'schema', 'properties', 'is_locked', 'type'], 'boolean');
  });

  it('AU-07: refuses a request without the API key', async () => {
    const answer = await app.client('GET /config/client', {}, { headers: { 'x-api-key': 'wrong' } });
    expect(answer).toMatchObject({
      status: 401,
      error: { detail: 'Invalid API key', code: 'invalid_api_key' },
    });
  });

  it('R-13: refuses a request without a token, and one with an invalid token', async () => {
    expect((await app.client('GET /users/me', {})).error.code).toBe('not_authenticated');
    expect((await app.client('GET /users/me', {}, { token: 'a.b.c' })).error.code).toBe('invalid_token');
  });

  it('sends a request id and headers that forbid inline scripts with every response', async () => {
    const { headers } = await app.client('GET /config/client', {});
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('ID-08: what the API answers is stored nowhere, refusals included', async () => {
    const { data, headers } = await app.client('POST /auth/register', { body: registration() });
    const answers = [
      await app.client('GET /users/me', {}, { token: data.access_token }),
      await app.client('POST /auth/refresh', { body: null }, { token: data.access_token }),
      await app.client('GET /users/me', {}),
      await app.client('GET /config/client', {}, { headers: { 'x-api-key': 'wrong' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 401]);
    for (const answer of [{ headers }, ...answers])
      expect(answer.headers.get('cache-control')).toBe('no-store');
    const unknown = await fetch(`${app.url}/nowhere`, { headers: { accept: 'application/json' } });
    expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([404, 'no-store']);
    // Clients may cache the OpenAPI document.
    expect((await fetch(`${app.url}/openapi.json`)).headers.get('cache-control')).toBeNull();
  });

  it('names the invalid fields in a 422', async () => {
    const response = await fetch(`${app.url}/auth/login`, {
      method: 'POST',
      headers: { 'x-api-key': 'adda-web', 'content-type': 'application/json' },
      body: JSON.stringify({ password: 5 }),
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: 'validation_failed',
      detail: expect.arrayContaining([expect.objectContaining({ loc: ['body', 'password'] })]),
    });
  });

  it.each([
    ['broken JSON', '{"username":', 'application/json', 400],
    ['another type', '<a/>', 'text/xml', 415],
    ['a huge body', JSON.stringify({ username: 'x'.repeat(100_000) }), 'application/json', 413],
  ])('responds to %s without internal details', async (_name, body, type, status) => {
    const response = await fetch(`${app.url}/auth/login`, {
      method: 'POST',
      headers: { 'x-api-key': 'adda-web', 'content-type': type },
      body,
    });
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(text).not.toMatch(/at .*\.ts|node_modules/);
    expect(JSON.parse(text)).toHaveProperty('detail');
  });

  it('ID-08: refuses a repeated parameter instead of choosing one of its values', async () => {
    const { data } = await app.client('POST /auth/register', { body: registration() });
    const search = async (query: string) => {
      const headers = { 'x-api-key': 'adda-web', authorization: `Bearer ${data.access_token}` };
      return (await fetch(`${app.url}/groupchat/groups?${query}`, { headers })).status;
    };
    expect(await search('search=tea')).toBe(200);
    expect(await search('search=tea&search=rain')).toBe(422);
  });

  it.each([
    ['an address', '/groupchat/groups?search=%00', undefined],
    ['a body', '/auth/login', JSON.stringify({ username: 'a\u0000b', password: 'x' })],
  ])('R-20: refuses NUL in %s', async (_where, path, body) => {
    const response = await fetch(`${app.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': 'adda-web', 'content-type': 'application/json' },
      ...(body && { body }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('code', 'malformed_request');
  });

  it('accepts a backslash sequence that only looks like NUL', async () => {
    const body = { username: String.raw`a\u0000b`, password: 'x' };
    expect((await app.client('POST /auth/login', { body })).error.code).toBe('invalid_credentials');
  });

  it('responds to an unknown path with 404 and a detail', async () => {
    const response = await fetch(`${app.url}/nowhere`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ detail: 'Not found', code: 'not_found' });
  });
});

describe('endpoints for operators', () => {
  it('metrics are served only to callers on this machine, and not through a proxy', async () => {
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
      expect((await fetch(`${app.url}/metrics`, { headers: { [header]: '192.0.2.1' } })).status).toBe(404);
    expect((await fetch(`${app.url}/metrics`)).status).toBe(200);
    expect((await fetch(`${app.url}/.well-known/security.txt`)).status, 'without a contact').toBe(404);
  });

  it('metrics have a port of their own, and a token where it is set; security.txt has a contact', async () => {
    const token = 'a-token-for-figures';
    const other = await startTestApp({
      METRICS_PORT: '0',
      METRICS_TOKEN: token,
      SECURITY_CONTACT: 'security@adda.example',
      PUBLIC_URL: 'https://adda.example',
    });
    const headers = { authorization: `Bearer ${token}` };
    const inside = `${other.app.metricsUrl}/metrics`;
    expect((await fetch(`${other.url}/metrics`, { headers })).status, 'not on the main port').toBe(404);
    expect((await fetch(inside)).status).toBe(404);
    expect((await fetch(inside, { headers: { authorization: 'Bearer a-token-for-fingers' } })).status).toBe(
      404,
    );
    expect(await (await fetch(inside, { headers })).text()).toContain('http_request_duration_seconds');
    expect((await fetch(`${other.app.metricsUrl}/health`)).status).toBe(404);
    const response = await fetch(`${other.url}/.well-known/security.txt`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    expect(text).toContain('Contact: mailto:security@adda.example\n');
    expect(text).toContain('Canonical: https://adda.example/.well-known/security.txt\n');
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now() + 30 * 86_400_000);
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
    await other.stop();
    await expect(fetch(inside, { headers })).rejects.toThrow('fetch failed');
  });

  it('metrics on the main port require the token where it is set, also from this machine', async () => {
    const token = 'a-token-for-figures';
    const other = await startTestApp({ METRICS_TOKEN: token }, { database: app.app.database });
    expect((await fetch(`${other.url}/metrics`)).status).toBe(404);
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' };
    expect((await fetch(`${other.url}/metrics`, { headers })).status).toBe(200);
    await other.stop();
  });
});

describe('SV-103: request rate limits', () => {
  it('match the settings READS_PER_MINUTE and WRITES_PER_MINUTE', async () => {
    const settings = { RATE_LIMITS: 'on', REDIS_URL: '', READS_PER_MINUTE: '3', WRITES_PER_MINUTE: '2' };
    const limited = await startTestApp(settings);
    const read = () => limited.client('GET /config/client', {});
    expect([await read(), await read(), await read(), await read()].map(({ status }) => status)).toEqual([
      200, 200, 200, 429,
    ]);
    const body = { sex: 'male', birth_date: '2001-02-03', country: 'UK', state: 'Wales' } as const;
    const { data: guest } = await limited.client('POST /auth/guest', { body });
    const token = guest.access_token;
    const write = () => limited.client('POST /feed/hide-ad', { body: { ad_id: 'none' } }, { token });
    expect([await write(), await write(), await write()].map(({ status }) => status)).toEqual([
      404, 404, 429,
    ]);
    await limited.stop();
  });

  it('R-19: return 429 to a whole network, with the seconds to wait in header and body, and exempt health', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on', REDIS_URL: '', TRUST_PROXY: '1' });
    const askFrom = (address: string) =>
      limited.client('GET /config/client', {}, { headers: { 'x-forwarded-for': address } });
    const statuses: number[] = [];
    for (let call = 0; call < 300; call += 1)
      statuses.push((await askFrom(`2001:db8:1:2::${call.toString(16)}`)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await askFrom('2001:db8:1:3::1')).status, 'another network').toBe(200);
    const refused = await askFrom('2001:db8:1:2:ffff::1');
    expect(refused).toMatchObject({
      status: 429,
      error: { code: 'rate_limited', retry_after: expect.any(Number) },
    });
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.error.retry_after);
    expect((await fetch(`${limited.url}/health`)).status).toBe(200);
    await limited.stop();
  });
});
