import { SESSION_SECONDS } from '@adda/contract/accounts';
import { SESSION_HEADER, SESSION_USER_HEADER } from '@adda/contract/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.fixture.ts';
import { createBrowser, fromOrigin } from '../../test/browser.fixture.ts';
import { freshName, guest, PASSWORD, registration } from './accounts.fixture.ts';

const SITE = 'https://adda.example';
const FOREIGN = 'https://elsewhere.example';

let adda: TestApp;
beforeAll(async () => void (adda = await startTestApp({ PUBLIC_URL: SITE })));
afterAll(() => adda.stop());

/** A browser on a page of the site in which somebody registered. */
async function registered(username = freshName()) {
  const browser = createBrowser(adda.url, SITE);
  const answer = await browser.call('POST /auth/register', { body: registration(username) });
  expect(answer.status).toBe(201);
  return { browser, username, answer };
}

/** The text of a response: no part of it may be a token. */
const textOf = ({ data }: { readonly data: unknown }) => JSON.stringify(data);
const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;

describe('the session in a cookie', () => {
  it('ID-07: every way in sets the cookie and answers without a token', async () => {
    const { browser, username, answer } = await registered();
    expect(answer.data).toEqual({
      token_type: 'bearer',
      expires_in: 3600,
      username,
      is_guest: false,
      email_verified: false,
    });
    const line = browser.setCookies.find((each) => each.startsWith('__Host-adda=')) ?? '';
    const [, ...attributes] = line.split('; ');
    expect(attributes).toEqual([
      `Max-Age=${SESSION_SECONDS}`,
      'Path=/',
      'HttpOnly',
      'SameSite=Lax',
      'Secure',
    ]);
    expect(textOf(await browser.call('GET /users/me', {}))).toContain(username);

    const body = { username, password: PASSWORD };
    const other = createBrowser(adda.url, SITE);
    expect(textOf(await other.call('POST /auth/login', { body }))).not.toMatch(TOKEN);
    const visitor = createBrowser(adda.url, SITE);
    expect(textOf(await visitor.call('POST /auth/guest', { body: guest }))).not.toMatch(TOKEN);
    const { password, email } = registration();
    const upgraded = await visitor.call('POST /auth/upgrade', {
      body: { username: freshName(), email, password },
    });
    expect(textOf(upgraded)).not.toMatch(TOKEN);
    for (const each of [other, visitor]) expect((await each.call('GET /users/me', {})).status).toBe(200);
  });

  it('ID-07: without the header the token is in the response, as ever', async () => {
    const { data, headers } = await adda.client('POST /auth/register', { body: registration() });
    expect(data.access_token).toMatch(TOKEN);
    expect(headers.getSetCookie().join()).not.toContain('__Host-adda=');
  });

  it('ID-03, ID-07: a proof rotates the cookie, and calls of other tabs with the former one are answered', async () => {
    const { browser, username } = await registered();
    const former = browser.cookie();
    const proven = await browser.call('POST /auth/reauthenticate', { body: { password: PASSWORD } });
    expect(textOf(proven)).not.toMatch(TOKEN);
    expect(proven.data).toMatchObject({ proven_until: expect.any(String), expires_in: 3600 });
    expect(browser.cookie()).not.toBe(former);
    for (const cookie of [former, browser.cookie()]) {
      const headers = fromOrigin(SITE, cookie);
      expect((await adda.client('GET /users/me', {}, { headers })).data.username).toBe(username);
    }
    // A refresh that began before the proof ends with the same session.
    const headers = { ...fromOrigin(SITE, former), [SESSION_HEADER]: 'cookie' };
    expect((await adda.client('POST /auth/refresh', { body: undefined }, { headers })).status).toBe(200);
    expect((await browser.call('GET /users/me', {})).status).toBe(200);
  });

  it('ID-07, R-18: a refresh rotates the cookie, and what rests on it never gets the token', async () => {
    const { browser } = await registered();
    const first = browser.cookie();
    const refreshed = await browser.call('POST /auth/refresh', { body: undefined }, { [SESSION_HEADER]: '' });
    expect(refreshed.data).toEqual({ token_type: 'bearer', expires_in: 3600 });
    expect(browser.cookie()).not.toBe(first);
    const changed = await browser.call(
      'POST /auth/password/change',
      { body: { current_password: PASSWORD, new_password: 'a wholly new secret 7' } },
      { [SESSION_HEADER]: '' },
    );
    expect(textOf(changed)).not.toMatch(TOKEN);
    // Its grace period is over: a change of the password makes earlier tokens invalid at once.
    const replayed = await adda.client(
      'POST /auth/refresh',
      { body: undefined },
      { headers: fromOrigin(SITE, first) },
    );
    expect(replayed.error.code).toBe('invalid_token');
  });

  it('ID-07: a token of an older version of the app moves into the cookie', async () => {
    const { data } = await adda.client('POST /auth/register', { body: registration() });
    const browser = createBrowser(adda.url, SITE);
    const headers = { authorization: `Bearer ${data.access_token}` };
    expect(textOf(await browser.call('POST /auth/refresh', { body: undefined }, headers))).not.toMatch(TOKEN);
    expect((await browser.call('GET /users/me', {})).data.username).toBe(data.username);
  });

  it('ID-07: log-out and deletion remove the cookie, and it is worth nothing afterwards', async () => {
    const { browser } = await registered();
    const old = browser.cookie();
    await browser.call('POST /auth/logout', {});
    expect(browser.cookie()).toBe('');
    const after = await adda.client('GET /users/me', {}, { headers: fromOrigin(SITE, old) });
    expect(after.error.code).toBe('invalid_token');

    const { browser: leaving } = await registered();
    await leaving.call('DELETE /users/me', { body: { password: PASSWORD } });
    expect(leaving.cookie()).toBe('');
  });

  it('ID-07: a bearer token wins over the cookie', async () => {
    const { browser } = await registered();
    const { data } = await adda.client('POST /auth/register', { body: registration() });
    const headers = { authorization: `Bearer ${data.access_token}` };
    expect((await browser.call('GET /users/me', {}, headers)).data.username).toBe(data.username);
    // Another site can't know the token, so its origin does not matter.
    const write = { body: { currency: 'INR' } } as const;
    const foreign = { ...headers, origin: FOREIGN };
    expect((await browser.call('PATCH /users/settings', write, foreign)).status).toBe(200);
  });
});

describe('what other sites may do with the cookie', () => {
  it.each([
    ['another site', { origin: FOREIGN }],
    ['the same host without https', { origin: 'http://adda.example' }],
    ['another port', { origin: 'https://adda.example:8443' }],
    ['a host below', { origin: 'https://sub.adda.example' }],
    ['a page without an origin', { origin: 'null' }],
  ])('ID-07: %s can neither write, nor refresh, nor log in, nor log out', async (_who, headers) => {
    const { browser, username } = await registered();
    const refused = [
      await browser.call('PATCH /users/settings', { body: { currency: 'INR' } }, headers),
      await browser.call('POST /auth/refresh', { body: undefined }, headers),
      await browser.call('POST /auth/login', { body: { username, password: PASSWORD } }, headers),
      await browser.call('POST /auth/logout', {}, headers),
      await browser.call('DELETE /users/me', { body: { password: PASSWORD } }, headers),
    ];
    for (const { status, error, headers: received } of refused) {
      expect([status, error.code]).toEqual([403, 'foreign_origin']);
      expect(received.get('access-control-allow-origin')).toBeNull();
      expect(received.getSetCookie().join()).not.toContain('__Host-adda=');
    }
    expect((await browser.call('GET /users/me', {})).data.username).toBe(username);
  });

  it('ID-07: without an Origin, Sec-Fetch-Site has to say that the page is of this site', async () => {
    const { browser } = await registered();
    const write = async (headers: Record<string, string>) => {
      const answer = await fetch(`${adda.url}/users/settings`, {
        method: 'PATCH',
        headers: {
          'x-api-key': 'adda-web',
          'content-type': 'application/json',
          cookie: browser.cookie(),
          ...headers,
        },
        body: JSON.stringify({ currency: 'INR' }),
      });
      return answer.status;
    };
    expect(await write({})).toBe(403);
    expect(await write({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await write({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await write({ 'sec-fetch-site': 'same-origin' })).toBe(200);
  });

  it('ID-07: no response may be read by a page of another site', async () => {
    const { browser } = await registered();
    const read = await browser.call('GET /users/me', {}, { origin: FOREIGN });
    expect(read.headers.get('access-control-allow-origin')).toBeNull();
    expect(read.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('ID-07: on https a cookie without the prefix is no session', async () => {
    const { browser } = await registered();
    const cookie = browser.cookie().replace('__Host-adda', 'adda_session');
    const answer = await adda.client('GET /users/me', {}, { headers: fromOrigin(SITE, cookie) });
    expect(answer.error.code).toBe('not_authenticated');
  });
});

it('ID-07: nothing is done in the name of somebody else who logged in in another tab', async () => {
  const { browser, username } = await registered();
  const { username: second } = await registered();
  const currency = { body: { currency: 'INR' } } as const;
  const meant = (name: string) => ({ [SESSION_USER_HEADER]: encodeURIComponent(name) });
  expect((await browser.call('PATCH /users/settings', currency, meant(username))).status).toBe(200);
  const refused = await browser.call('PATCH /users/settings', currency, meant(second));
  expect([refused.status, refused.error.code]).toEqual([409, 'session_changed']);
  const refresh = await browser.call('POST /auth/refresh', { body: undefined }, meant(second));
  expect(refresh.error.code).toBe('session_changed');
});

it('ID-07: without PUBLIC_URL the address counts by which the server is reached', async () => {
  const local = await startTestApp();
  const browser = createBrowser(local.url, local.url);
  await browser.call('POST /auth/register', { body: registration() });
  expect(browser.cookie()).toMatch(/^adda_session=/);
  expect(browser.setCookies.join()).not.toContain('Secure');
  const currency = { body: { currency: 'INR' } } as const;
  expect((await browser.call('PATCH /users/settings', currency)).status).toBe(200);
  const otherPort = { origin: 'http://127.0.0.1:1' };
  expect((await browser.call('PATCH /users/settings', currency, otherPort)).error.code).toBe(
    'foreign_origin',
  );
  await local.stop();
});
