import { PUSH_PAYLOAD_MAX_BYTES } from '@adda/contract/push';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '../../test/app.fixture.ts';
import { pushPayload, startPush } from './push.fixture.ts';
import { startPushService } from './push-service.fixture.ts';

/** Returns the value of a series of `/metrics`. */
async function metric(url: string, series: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1],
  );
}

const DAY_SECONDS = 24 * 60 * 60;

describe('PN-02: a push', () => {
  it('arrives encrypted for its browser, signed by the key that browsers subscribe with', async () => {
    const { client, person, browserOf, send, service } = await startPush();
    const someone = await person();
    const browser = await browserOf(someone);
    const payload = pushPayload({ body: 'Chai at five? ☕' });
    expect(await send(browser.stored, { payload, ttlSeconds: 90.7 })).toEqual({ kind: 'sent' });
    const [push] = browser.received;
    const { data } = await client('GET /push/key', {}, someone);
    expect(push).toMatchObject({
      payload,
      ttl: 90,
      urgency: 'high',
      signer: { publicKey: data.public_key, subject: 'mailto:ops@adda.example' },
    });
    expect(push?.signer.expiresAt).toBeLessThan(Date.now() / 1000 + DAY_SECONDS);
    expect(push?.headers['user-agent']).toBe('Adda');
    expect(service.faults).toEqual([]);
  });

  it('names PUBLIC_URL as the contact unless there is another, as https', async () => {
    const { service } = await startPush();
    const env = { PUSH_ALLOW_ADDRESSES: '127.0.0.0/8', PUBLIC_URL: 'http://localhost:3000' };
    const { app, stop } = await startTestApp(env, { pushServices: { ca: service.ca } });
    onTestFinished(stop);
    const { subscription, received } = service.browser();
    const { endpoint, keys } = subscription;
    const message = { payload: pushPayload(), ttlSeconds: 60 };
    expect(await app.push.sender.send({ id: 1, userId: 1, endpoint, ...keys }, message)).toEqual({
      kind: 'sent',
    });
    expect(received[0]?.signer.subject).toBe('https://localhost:3000');
  });

  it('has one topic for each tag and browser, which says nothing about the tag', async () => {
    const { person, browserOf, send } = await startPush();
    const someone = await person();
    const [one, other] = [await browserOf(someone), await browserOf(someone)];
    for (const tag of ['chat asha', 'chat asha', 'chat omar'])
      await send(one.stored, { payload: pushPayload({ tag }) });
    await send(other.stored, { payload: pushPayload({ tag: 'chat asha' }) });
    const [first, second, third] = one.received.map(({ topic }) => topic);
    expect(first).toMatch(/^[\w-]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(other.received[0]?.topic).not.toBe(first);
  });

  it('is urgent for messages, mentions and replies only', async () => {
    const { person, browserOf, send } = await startPush();
    const browser = await browserOf(await person());
    for (const kind of ['message', 'mention', 'reply', 'like', 'follow'] as const)
      await send(browser.stored, { payload: pushPayload({ kind }) });
    expect(browser.received.map(({ urgency }) => urgency)).toEqual([
      'high',
      'high',
      'high',
      'normal',
      'normal',
    ]);
  });

  it('of the largest payload arrives; a larger one is refused and not sent', async () => {
    const { person, browserOf, send } = await startPush();
    const browser = await browserOf(await person());
    const bare = Buffer.byteLength(JSON.stringify(pushPayload({ body: '' })));
    const body = 'x'.repeat(PUSH_PAYLOAD_MAX_BYTES - bare);
    expect(await send(browser.stored, { payload: pushPayload({ body }) })).toEqual({ kind: 'sent' });
    const larger = await send(browser.stored, { payload: pushPayload({ body: `${body}x` }) });
    expect(larger).toEqual({ kind: 'refused', reason: `payload of ${PUSH_PAYLOAD_MAX_BYTES + 1} bytes` });
    expect(browser.received.map(({ payload }) => payload.body.length)).toEqual([body.length]);
  });
});

describe('PN-03: what a push service answers', () => {
  it.each([200, 201, 202, 204])('%i: sent', async (status) => {
    const { person, browserOf, send } = await startPush();
    const browser = await browserOf(await person());
    browser.answer({ status });
    expect(await send(browser.stored)).toEqual({ kind: 'sent' });
  });

  it.each([404, 410])('%i: gone, and the subscription ends', async (status) => {
    const { person, browserOf, send, subscriptionsOf } = await startPush();
    const someone = await person();
    const browser = await browserOf(someone);
    const kept = await browserOf(someone);
    browser.answer({ status });
    expect(await send(browser.stored)).toEqual({ kind: 'gone' });
    expect(await subscriptionsOf(someone)).toEqual([kept.stored]);
  });

  it.each([429, 500, 503])('%i: later, after the time that the service asks for', async (status) => {
    const { person, browserOf, send, endpointsOf } = await startPush();
    const someone = await person();
    const browser = await browserOf(someone);
    const after = async (retryAfter?: string) => {
      browser.answer({ status, ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }) });
      return send(browser.stored);
    };
    expect(await after()).toEqual({ kind: 'later' });
    expect(await after('120')).toEqual({ kind: 'later', retryAfterSeconds: 120 });
    expect(await after('soon')).toEqual({ kind: 'later' });
    expect(await after('99999999999999')).toEqual({ kind: 'later', retryAfterSeconds: DAY_SECONDS });
    expect(await after(new Date(0).toUTCString())).toEqual({ kind: 'later', retryAfterSeconds: 0 });
    const outcome = await after(new Date(Date.now() + 600_000).toUTCString());
    const seconds = outcome.kind === 'later' ? outcome.retryAfterSeconds : undefined;
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(await endpointsOf(someone)).toHaveLength(1);
  });

  it.each([400, 401, 403, 413])('%i: refused for good', async (status) => {
    const { person, browserOf, send, endpointsOf } = await startPush();
    const someone = await person();
    const browser = await browserOf(someone);
    browser.answer({ status });
    expect(await send(browser.stored)).toEqual({ kind: 'refused', reason: `status ${status}` });
    expect(await endpointsOf(someone)).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])('%i: refused, because redirects are not followed', async (status) => {
    const { person, browserOf, send, service } = await startPush();
    const someone = await person();
    const [browser, target] = [await browserOf(someone), await browserOf(someone)];
    browser.answer({ status, headers: { location: target.subscription.endpoint } });
    const before = service.asked.length;
    expect(await send(browser.stored)).toEqual({ kind: 'refused', reason: `status ${status}` });
    expect(service.asked.slice(before)).toEqual([new URL(browser.subscription.endpoint).pathname]);
    expect(target.received).toEqual([]);
  });

  it('nothing: later', async () => {
    const { person, browserOf, send } = await startPush();
    const browser = await browserOf(await person());
    const closed = await startPushService();
    await closed.close();
    expect(await send({ ...browser.stored, endpoint: `${closed.origin}/push` })).toEqual({ kind: 'later' });
  });

  it('counted by outcome', async () => {
    const { url, person, browserOf, send } = await startPush();
    const browser = await browserOf(await person());
    const names = ['sent', 'retried', 'refused', 'gone'].map(
      (outcome) => `pushes_total{outcome="${outcome}"}`,
    );
    const read = () => Promise.all(names.map((name) => metric(url, name)));
    const before = await read();
    const subscriptions = await metric(url, 'push_subscriptions');
    for (const status of [201, 503, 403, 410]) {
      browser.answer({ status });
      await send(browser.stored);
    }
    expect(await read()).toEqual(before.map((count) => count + 1));
    expect(await metric(url, 'push_subscriptions')).toBe(subscriptions - 1);
  });
});

describe('PN-02: hostile addresses', () => {
  it.each([
    ['http', 'http://127.0.0.1:PORT/push'],
    ['a private address', 'https://10.0.0.1/push'],
    ['the metadata of a cloud', 'https://169.254.169.254/push'],
    ['loopback of version 6, which is not allowed', 'https://[::1]:PORT/push'],
    ['loopback in other spellings', 'https://[::ffff:127.0.0.1]:PORT/push'],
    ['an internal name', 'https://redis:6379/push'],
    ['a user', 'https://me:pass@127.0.0.1:PORT/push'],
  ])('%s: refused and not reached', async (_name, endpoint) => {
    const { person, browserOf, send, service } = await startPush();
    const browser = await browserOf(await person());
    const before = service.asked.length;
    const outcome = await send({
      ...browser.stored,
      endpoint: endpoint.replace('PORT', String(service.port)),
    });
    // A name may also not be known to the resolver.
    expect(['refused', ...(endpoint.includes('redis') ? ['later'] : [])]).toContain(outcome.kind);
    expect(service.asked).toHaveLength(before);
  });

  it('a local name reaches the allowed addresses', async () => {
    const { person, browserOf, send, service } = await startPush();
    const browser = await browserOf(await person());
    const { pathname } = new URL(browser.subscription.endpoint);
    const endpoint = `https://localhost:${service.port}${pathname}`;
    expect(await send({ ...browser.stored, endpoint })).toEqual({ kind: 'sent' });
  });
});
